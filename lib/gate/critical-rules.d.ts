export interface CriticalRule {
    /** As configured. */
    readonly pattern: string;
    /** Folder that everything it matches lies in, relative with `/`; `''` is the workspace. */
    readonly base: string;
    matches(relative: string, ignoreCase: boolean): boolean;
}
/** @throws GuardError CONFIG_INVALID for what is no glob. */
export declare function compileRules(patterns: readonly string[]): CriticalRule[];
/** Why a pattern can never match a file of a workspace; null when it can. */
export declare function deadReason(pattern: string): string | null;
/** One line for each pattern that can never match. */
export declare function deadPatternNotes(patterns: readonly string[]): string[];
/** Specifications looked for, in order. @param relative path with `/`, or any path without backslashes. */
export declare function specCandidates(relative: string): readonly [string, string, string];
export declare function isSpecification(relative: string): boolean;
