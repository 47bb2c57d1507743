import type { PlatformPath } from 'node:path';
import type { FilesPort, SessionRef } from '../types.ts';
export interface DocumentPath {
    /** As the script wrote it, for messages. */
    readonly given: string;
    /** Absolute, links resolved. The file need not exist; the part of the path that does is resolved. */
    readonly real: string;
    /** Absolute; links resolved in the folder only, so that it names a link itself. */
    readonly entry: string;
    readonly exists: boolean;
    /** The deepest folder on the way that exists, resolved. */
    readonly folder: string;
}
/**
 * @param path relative to the workspace; `/` and, on Windows, `\` between the names.
 * @throws GuardError BAD_ARGUMENT, OUTSIDE_WORKSPACE, UNAVAILABLE when there is no workspace.
 */
export declare function resolveDocument(files: FilesPort, session: SessionRef, method: string, path: string, paths?: PlatformPath): Promise<DocumentPath>;
/**
 * A link to nothing has no real path, and writing through it makes a file wherever it points. It shows
 * as a name that is taken although nothing is there.
 * @throws GuardError OUTSIDE_WORKSPACE.
 */
export declare function refuseDanglingLink(files: FilesPort, session: SessionRef, method: string, path: DocumentPath, paths?: PlatformPath): Promise<void>;
