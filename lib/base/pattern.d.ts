/**
 * @returns whether a value matches at least one of the patterns. A match that takes too long counts as
 * one: a pattern says to whom a rule applies, and a rule must not be escaped by a value made for that.
 */
export declare function compilePatterns(globs: readonly string[], options?: {
    readonly ignoreCase?: boolean;
}): (value: string) => boolean;
