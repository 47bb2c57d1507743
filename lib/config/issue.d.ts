export type KeyPath = readonly (string | number)[];
export interface ConfigIssue {
    /** The key path, what stands there, and what was expected. */
    readonly message: string;
    readonly path: KeyPath;
}
/** `guard[1].trigger`; keys that are no plain words are quoted. */
export declare function keyPath(path: KeyPath): string;
/** A value as a person would write it, bounded. */
export declare function shown(value: unknown): string;
/** @param expected e.g. `a string`; the text says what stands there instead. */
export declare function unexpected(path: KeyPath, value: unknown, expected: string): ConfigIssue;
