/**
 * Folds file paths to `<path>`: POSIX, Windows with drive or share, relative, quoted with spaces, a
 * file name alone; a position behind the path goes with it. Left alone: URLs, media types, package
 * names, `and/or`.
 */
export declare function foldPaths(text: string): string;
