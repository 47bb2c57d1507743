/** Files below a folder, bounded, in a fixed order. */
import type { FilesPort, SessionRef } from '../types.ts';
/** Directory entries looked at in one walk, and levels. */
export declare const MAX_ENTRIES = 5000;
/** @param visit gets each file's absolute path; `false` ends the walk. @returns whether the bound was met. */
export declare function walkFiles(files: Pick<FilesPort, 'list'>, session: SessionRef, folder: string, visit: (path: string) => Promise<boolean>): Promise<{
    readonly cut: boolean;
}>;
