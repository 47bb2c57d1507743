import type { SessionRecord } from './session-record.ts';
export interface SessionFiles {
    /**
     * What was kept for a session. A file that cannot be read is put aside, of a damaged one a copy is kept, and one
     * that a newer Shooty wrote is not touched, now or later: each is reported once.
     */
    load(sessionId: string): SessionRecord;
    /** Writes in the background, the latest state last; resolves when it or a later one is on disk, or the failure was reported. */
    save(sessionId: string, record: SessionRecord): Promise<void>;
    /** What the files of all sessions ask for; read once, at load. */
    survey(): Survey;
    /** Resolves when nothing is being written any more. */
    settled(): Promise<void>;
}
export interface Survey {
    /** Some session has a runtime guard. */
    readonly runtimeGuard: boolean;
    /** Guards and gates that some session has switched on or to observing. */
    readonly switchedOn: ReadonlySet<string>;
}
/**
 * @param folder Shooty's folder for sessions, or null when there is no home: nothing is kept then.
 * @param report told of every failure, in words for the human; must not throw.
 */
export declare function createSessionFiles(folder: string | null, report: (text: string) => void): SessionFiles;
