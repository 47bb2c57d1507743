/**
 * Errors of Shooty. Each has a stable code, and its text tells the reader what to do next.
 */
export type GuardErrorCode = 'CONFIG_INVALID' | 'WRONG_ACTION' | 'NOT_JSON' | 'TOO_LARGE' | 'TOO_DEEP' | 'NOT_ALLOWED' | 'NOT_FOUND' | 'BAD_ARGUMENT' | 'OUTSIDE_WORKSPACE' | 'NOT_TEXT' | 'UNAVAILABLE' | 'MODEL_FAILED' | 'MODEL_ANSWER' | 'TOOL_FAILED' | 'TIMEOUT' | 'CANCELLED' | 'LIMIT' | 'PROTOCOL' | 'INTERNAL';
export declare class GuardError extends Error {
    readonly name = "GuardError";
    readonly code: GuardErrorCode;
    constructor(code: GuardErrorCode, message: string, options?: {
        cause?: unknown;
    });
}
/**
 * The text of whatever was thrown, on one line; total for hostile values.
 * @param thrown any value, an Error or not.
 */
export declare function describeThrown(thrown: unknown): string;
/** Compile-time proof that a union was handled whole. */
export declare function assertNever(value: never): never;
