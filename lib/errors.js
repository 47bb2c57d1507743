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
        if (thrown instanceof Error)
            return thrown.message;
        if (typeof thrown === 'object' && thrown !== null && 'message' in thrown && typeof thrown.message === 'string')
            return thrown.message;
        return String(thrown);
    }
    catch {
        return 'a value that cannot be printed was thrown';
    }
}
/** Compile-time proof that a union was handled whole. */
export function assertNever(value) {
    throw new GuardError('INTERNAL', `unexpected value: ${JSON.stringify(value)}`);
}
