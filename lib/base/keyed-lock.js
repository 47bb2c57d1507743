/** One at a time per key, in order of arrival; who is cancelled while waiting leaves with an answer given beforehand. */
export class KeyedLock {
    tails = new Map();
    /** @param cancelled what is returned when the signal aborts before the turn comes. */
    async run(key, signal, cancelled, body) {
        const before = this.tails.get(key) ?? Promise.resolve();
        let release = () => undefined;
        const held = new Promise((resolve) => { release = resolve; });
        const tail = before.then(() => held);
        this.tails.set(key, tail);
        try {
            await before;
            return signal.aborted ? cancelled : await body();
        }
        finally {
            release();
            if (this.tails.get(key) === tail)
                this.tails.delete(key);
        }
    }
}
