import type { FilesPort, SessionRef } from '../types.ts';
export interface PathIdentity {
    /** Absolute path without symlinks, as far as the path exists; the rest is appended. */
    real(session: SessionRef, absolute: string): Promise<string>;
    /** The directory entry itself: its folder resolved, its own name kept (what `rm` and `mv` act on). */
    entry(session: SessionRef, absolute: string): Promise<string>;
    /** `cwd` + spelled path the way the kernel walks it: `..` leaves the folder a symlink led to. */
    physical(session: SessionRef, cwd: string, spelled: string): Promise<string>;
    kind(session: SessionRef, path: string): Promise<'file' | 'directory' | 'other' | null>;
    /** Whether two spellings that differ in case are one file below this folder. */
    ignoresCase(session: SessionRef, folder: string): Promise<boolean>;
}
export declare function createPathIdentity(files: FilesPort): PathIdentity;
