import type { Mode, PendingNotice } from '../types.ts';
/** The session's one runtime guard, set by the human. */
export type RuntimeGuard = {
    readonly kind: 'script';
    readonly script: string;
} | {
    readonly kind: 'inline';
    readonly body: string;
};
export interface SessionRecord {
    readonly rounds: number;
    readonly runtimeGuard: RuntimeGuard | null;
    /** Modes that the human set for this session, by guard or gate. */
    readonly toggles: Readonly<Record<string, Mode>>;
    readonly pending: readonly PendingNotice[];
    /** Skills that guards have activated, by name and arguments. */
    readonly activated: readonly string[];
}
export declare const EMPTY_RECORD: SessionRecord;
export interface SessionFiles {
    /** What was kept for a session; a file that cannot be read is put aside and reported. */
    load(sessionId: string): SessionRecord;
    /** Writes in the background, the latest state last; resolves when it is on disk or was reported. */
    save(sessionId: string, record: SessionRecord): Promise<void>;
    /** True when some session's file holds a runtime guard. */
    anyRuntimeGuard(): boolean;
    /** Resolves when nothing is being written any more. */
    settled(): Promise<void>;
}
/**
 * @param folder Shooty's folder for sessions, or null when there is no home: nothing is kept then.
 * @param report told of every failure, in words for the human.
 */
export declare function createSessionFiles(folder: string | null, report: (text: string) => void): SessionFiles;
/** Rebuilds the record field by field; null when the text is not one. */
export declare function parseSessionRecord(text: string): SessionRecord | null;
