/** One session's workspace as paths are compared in it: its real folder, its flavour, its way with case. */
import type { PlatformPath } from 'node:path';
import type { SessionRef } from '../types.ts';
import type { PathIdentity } from './path-identity.ts';
export interface Workspace {
    readonly session: SessionRef;
    readonly flavour: PlatformPath;
    /** The workspace folder without symlinks. */
    readonly root: string;
    readonly ignoreCase: boolean;
    /** The path relative to the workspace with `/`, its own case kept; null when it is outside. */
    relative(path: string): string | null;
    /** One key for all spellings of a real path. */
    key(real: string): string;
    /** Absolute path of a relative one. */
    at(relative: string): string;
}
export declare function openWorkspace(session: SessionRef, identity: PathIdentity): Promise<Workspace>;
/** `relativeInside` that takes folders whose spelling differs in case only for the same. */
export declare function relativeIn(flavour: PlatformPath, folder: string, path: string, ignoreCase: boolean): string | null;
