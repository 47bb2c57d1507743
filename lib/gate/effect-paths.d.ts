import type { SessionRef } from '../types.ts';
import type { PathIdentity } from './path-identity.ts';
import type { RawWrite, WriteKind, WriteVia } from '../shell/raw-write.ts';
export interface WriteEffect {
    /** As the call spells it. */
    readonly path: string;
    /** Resolved as text against the folder in force. */
    readonly absolute: string;
    /** Symlinks resolved, also those of parents when the file does not exist yet. */
    readonly real: string;
    readonly via: WriteVia;
    readonly kind: WriteKind;
    readonly exists: boolean;
    /** The path itself is touched; false when it is only the folder of a pattern. */
    readonly self: boolean;
    /** Files below `real` that are touched as well, as a picomatch pattern; null: none. */
    readonly below: string | null;
    /** The directory entry is replaced or removed; a symlink there is not followed. */
    readonly entry: boolean;
    /** With `below`: only files that also exist below this folder (a tree that is laid over). */
    readonly overlay: string | null;
    /** Index of the command that does it; null for a redirection or a file tool. */
    readonly command: number | null;
}
export declare function resolveWrite(raw: RawWrite, session: SessionRef, identity: PathIdentity): Promise<WriteEffect[]>;
