import type { Diagnostic } from '../../types.ts';
export interface CheckerAnswer {
    /** Name and version of the parser. */
    readonly parser: string;
    readonly diagnostics: readonly Diagnostic[];
    readonly total: number;
    /** Set when the parser could not be used. */
    readonly unavailable: string | null;
    /** Set when the parser itself broke. */
    readonly failed: string | null;
}
/** @returns null for anything but an answer. */
export declare function parseAnswer(text: string): CheckerAnswer | null;
