export interface SplitGlob {
    /** Folder part without glob characters, unescaped; `''` when the pattern starts at once. */
    readonly base: string;
    /** The rest, relative to the folder. */
    readonly below: string;
}
/** @param glob picomatch syntax with escaped literals. */
export declare function splitGlob(glob: string): SplitGlob;
/** Matches a path with `/` relative to the pattern's folder. */
export declare function compileGlob(glob: string, ignoreCase?: boolean): (relative: string) => boolean;
export declare function unescapeGlob(text: string): string;
