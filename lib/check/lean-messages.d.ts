import type { Diagnostic } from '../types.ts';
export interface LeanMessages {
    /** Errors, and warnings that a proof was left out. */
    readonly rejected: readonly Diagnostic[];
    /** Whether at least one line was a message. */
    readonly any: boolean;
}
export declare function readLeanMessages(output: string): LeanMessages;
