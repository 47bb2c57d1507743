export class GuardError extends Error {
    name = 'GuardError';
    code;
    constructor(code, message, options) {
        super(message, options);
        this.code = code;
    }
}
/**
 * The text of whatever was thrown, on one line; total for hostile values.
 * @param thrown any value, an Error or not.
 */
export function describeThrown(thrown) {
    try {
        // Read once: a getter may give something else the second time.
        const message = typeof thrown === 'object' && thrown !== null && 'message' in thrown ? thrown.message : undefined;
        return (typeof message === 'string' ? message : String(thrown)).replace(/[\r\n\u2028\u2029]+/g, ' ');
    }
    catch {
        return 'a value that cannot be printed was thrown';
    }
}
/** Compile-time proof that a union was handled whole. */
export function assertNever(value) {
    throw new GuardError('INTERNAL', `unexpected value: ${JSON.stringify(value)}`);
}
