import { describeThrown } from "../errors.js";
export function createTurnDesk(parts) {
    return {
        ...parts,
        turnOf(agent) {
            const known = parts.memory.get(agent);
            if (known !== undefined)
                return known;
            const fresh = {
                announced: false, batch: null, start: null, concluded: false, ending: false, finish: null, given: null, judging: new Set(),
            };
            parts.memory.set(agent, fresh);
            return fresh;
        },
        stateOf: agent => parts.states.of(parts.agents.see(agent)),
        guarded(what, body) {
            try {
                body();
            }
            catch (error) {
                parts.report(`${what}: ${describeThrown(error)}`);
            }
        },
    };
}
/** Waits for work that never rejects, but not longer than the turn lives. */
export async function unlessAborted(work, signal) {
    if (signal.aborted)
        return;
    let stop = () => undefined;
    const aborted = new Promise((resolve) => { stop = resolve; });
    signal.addEventListener('abort', stop, { once: true });
    await Promise.race([work, aborted]);
    signal.removeEventListener('abort', stop);
}
