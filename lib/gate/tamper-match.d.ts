import type { FilesPort, SessionRef } from '../types.ts';
import type { WriteEffect } from './effect-paths.ts';
import type { PathIdentity } from './path-identity.ts';
/** Paths are absolute. A folder stands for everything in it, also what does not exist yet. */
export interface ProtectedFiles {
    readonly files: readonly string[];
    readonly folders: readonly string[];
    /** Absolute picomatch patterns with `/`, e.g. of the patch files of all profiles. */
    readonly globs?: readonly string[];
}
export interface ProtectedSet {
    readonly session: SessionRef;
    readonly files: readonly string[];
    readonly folders: readonly string[];
    readonly globs: readonly {
        readonly base: string;
        readonly matches: (path: string) => boolean;
    }[];
    readonly ignoreCase: boolean;
}
/** Both spellings of each path count: as given, and without symlinks. */
export declare function resolveProtected(given: ProtectedFiles, session: SessionRef, identity: PathIdentity): Promise<ProtectedSet>;
/** Whether only the human may change this path. */
export declare function isProtected(path: string, set: ProtectedSet): boolean;
/** @returns the protected path that the effect reaches; null when it reaches none. */
export declare function reached(effect: WriteEffect, set: ProtectedSet, files: FilesPort, identity: PathIdentity): Promise<string | null>;
