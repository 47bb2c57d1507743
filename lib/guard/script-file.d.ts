/** Largest script file, bytes. */
export declare const MAX_FILE: number;
export type ScriptFile = {
    readonly kind: 'read';
    readonly file: string;
    readonly text: string;
    readonly hash: string;
    readonly stamp: string;
} | {
    readonly kind: 'missing';
}
/** It is there and cannot be used; `hash` where it could be read at all. */
 | {
    readonly kind: 'unusable';
    readonly file: string;
    readonly reason: string;
    readonly hash: string | null;
    readonly stamp: string | null;
};
/** @returns `missing` only if nothing is there: what cannot be read must not make way for another file. */
export declare function readScriptFile(file: string): ScriptFile;
/** What tells one state of a file from another without reading it; null when it is not there. */
export declare function fileStamp(file: string): string | null;
/** SHA-256, hex; of a file it is what `sha256sum` prints. */
export declare function hashOf(text: string | Uint8Array): string;
