/** One at a time per key, in order of arrival; who is cancelled while waiting leaves at once with an answer given beforehand. */
export declare class KeyedLock {
    private readonly tails;
    /** @param cancelled what is returned when the signal aborts before the turn comes. */
    run<T>(key: string, signal: AbortSignal, cancelled: T, body: () => Promise<T>): Promise<T>;
    /** Keys that somebody holds or waits for. */
    get size(): number;
}
