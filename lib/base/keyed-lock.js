/** One at a time per key, in order of arrival; who is cancelled while waiting leaves at once with an answer given beforehand. */
export class KeyedLock {
    tails = new Map();
    /** @param cancelled what is returned when the signal aborts before the turn comes. */
    async run(key, signal, cancelled, body) {
        const before = this.tails.get(key) ?? Promise.resolve();
        let release = () => undefined;
        const held = new Promise((resolve) => { release = resolve; });
        // Who leaves early frees its own place only: those behind still wait for whoever is in front.
        const tail = before.then(() => held);
        this.tails.set(key, tail);
        void tail.then(() => { if (this.tails.get(key) === tail)
            this.tails.delete(key); });
        try {
            await settledOrAborted(before, signal);
            return signal.aborted ? cancelled : await body();
        }
        finally {
            release();
        }
    }
    /** Keys that somebody holds or waits for. */
    get size() {
        return this.tails.size;
    }
}
function settledOrAborted(before, signal) {
    if (signal.aborted)
        return Promise.resolve();
    return new Promise((resolve) => {
        const done = () => {
            signal.removeEventListener('abort', done);
            resolve();
        };
        signal.addEventListener('abort', done, { once: true });
        void before.then(done);
    });
}
