/**
 * Finds the first error of a JSON text and says where it is. Iterative, so that depth costs memory
 * and no stack; linear in the length of the text. Builds no value.
 */
export interface JsonProblem {
    readonly message: string;
    /** UTF-16 units from the start. */
    readonly offset: number;
}
/** @param lenient true allows comments and a comma before a closing bracket (JSON with comments). */
export declare function scanJson(text: string, lenient: boolean): JsonProblem | null;
