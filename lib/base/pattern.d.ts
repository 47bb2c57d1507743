/** @returns whether a value matches at least one of the patterns. */
export declare function compilePatterns(globs: readonly string[], options?: {
    readonly ignoreCase?: boolean;
}): (value: string) => boolean;
