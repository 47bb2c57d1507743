/** The files that a patch changes, by the names in its headers. Owns the two usual forms, nothing else. */
/** @returns names as written, `a/` and `b/` included; `/dev/null` is left out. */
export declare function patchedFiles(text: string): string[];
