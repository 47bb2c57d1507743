/**
 * Which errors of a file a write introduced: those that the state before did not have. Errors are
 * the same when their words and the text of their line are the same, so that old errors may move;
 * where the line was edited, when the edit did not reach the place in it.
 */
import type { SyntaxOutcome } from '../../check/syntax/checker.ts';
import type { Diagnostic } from '../../types.ts';
export type Introduced = {
    readonly kind: 'known';
    readonly diagnostics: readonly Diagnostic[];
}
/** The state before could not be checked, so nothing is said. */
 | {
    readonly kind: 'unknown';
    readonly outcome: Exclude<SyntaxOutcome, {
        kind: 'errors';
    }>;
};
/**
 * @param before the bytes before the write; null when there was no file.
 * @param diagnostics what the checker found in `after`.
 * @param check the same checker.
 */
export declare function introducedBy(before: Uint8Array | null, after: Uint8Array, diagnostics: readonly Diagnostic[], check: (bytes: Uint8Array) => Promise<SyntaxOutcome>): Promise<Introduced>;
