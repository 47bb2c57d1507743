/** A signal that aborts after a time or with its parent, whichever comes first. */
export interface Deadline {
    readonly signal: AbortSignal;
    /** True when the time ran out; false when the parent aborted first. */
    timedOut(): boolean;
    /** Stops the timer and lets go of the parent. Twice is a no-op. */
    dispose(): void;
}
/** @param ms milliseconds from now. The timer never keeps the process alive. */
export declare function abortAfter(ms: number, parent: AbortSignal | null): Deadline;
