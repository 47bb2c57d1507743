import { LRUCache } from 'lru-cache';
import type { CommandView, FilesPort, SessionRef } from '../../types.ts';
/** What a call writes, as far as it can be told before the call; a part of what the reader of effects knows. */
export interface WrittenFile {
    readonly absolute: string;
    /** Only `write` leaves something to check. */
    readonly kind: string;
    /** `unread`: a word of a command that could not be read; the call may or may not write there. */
    readonly via: string;
    /** False: `absolute` is only the folder of the pattern `below`. */
    readonly self: boolean;
    readonly below: string | null;
}
/** Reads from a call which files it writes. */
export type WriteReader = (command: CommandView, session: SessionRef) => Promise<readonly WrittenFile[]>;
export type BeforeState = {
    readonly kind: 'absent';
} | {
    readonly kind: 'bytes';
    readonly bytes: Uint8Array;
}
/** Too large, or unreadable: nothing can be said of what a write introduces. */
 | {
    readonly kind: 'unknown';
};
export interface CapturedFile {
    readonly absolute: string;
    readonly before: BeforeState;
}
export interface Captured {
    readonly files: readonly CapturedFile[];
    /** Files beyond the bound. */
    readonly left: number;
    readonly problem: string | null;
}
export type BeforeStates = LRUCache<string, Captured>;
/** Files of one call that are looked at. */
export declare const MAX_FILES = 10;
/** Bytes of a file that is checked; one more is too large. */
export declare const MAX_FILE_BYTES = 1048576;
export declare function createBeforeStates(): BeforeStates;
export interface CaptureDeps {
    readonly effects: WriteReader;
    readonly files: Pick<FilesPort, 'read' | 'list'>;
}
/** Never rejects, and settles in time whatever the ports do. */
export declare function capture(deps: CaptureDeps, command: CommandView, session: SessionRef, signal: AbortSignal): Promise<Captured>;
