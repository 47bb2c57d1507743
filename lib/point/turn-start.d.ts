/**
 * The user's input of one turn and the START run over it. Messages that the host claims in one go are
 * one batch; whatever comes later is another one.
 */
export interface UserBatch {
    /** What the user wrote, one text for each message. */
    readonly texts: string[];
    /** The host is still claiming messages of this batch. */
    open: boolean;
}
/** A START that is to run or under way. */
export interface Starting {
    /** Runs it, once; every caller waits for the same run. Never rejects. */
    begin(): Promise<void>;
    cancel(reason: unknown): void;
}
export declare function openBatch(text: string): UserBatch;
export declare function requestOf(batch: UserBatch): string;
/** @param run never rejects. */
export declare function createStarting(run: (signal: AbortSignal) => Promise<void>): Starting;
/** Waits for a START, but not longer than the turn lives. */
export declare function waitFor(starting: Starting, signal: AbortSignal | undefined): Promise<void>;
