/**
 * Tells what a guard run causes from the agent's own work. The mark follows the asynchronous calls of
 * one run, holds only for that run's own session, and ends with the run: an agent that was woken from
 * inside a run is judged as usual.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
export function createReentrance() {
    const storage = new AsyncLocalStorage();
    return {
        async enter(sessionId, body) {
            const mark = { sessionId, active: true };
            try {
                return await storage.run(mark, body);
            }
            finally {
                mark.active = false;
            }
        },
        inside(sessionId) {
            const mark = storage.getStore();
            return mark !== undefined && mark.active && mark.sessionId === sessionId;
        },
    };
}
