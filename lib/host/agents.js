import { sessionRef } from "./shapes.js";
export function createAgentBook(registry) {
    const refs = new WeakMap();
    const live = new Map();
    // Roots outlive agents by design of the map's small values; bounded by the agents of this process.
    const roots = new Map();
    return {
        see(agent) {
            const known = refs.get(agent);
            if (known !== undefined)
                return known;
            const ref = sessionRef(agent, id => roots.get(id));
            refs.set(agent, ref);
            live.set(ref.sessionId, agent);
            roots.set(ref.sessionId, ref.rootSessionId);
            registry.live(ref.sessionId);
            return ref;
        },
        byId: sessionId => live.get(sessionId),
        forget(agent) {
            const ref = refs.get(agent);
            if (ref === undefined)
                return;
            refs.delete(agent);
            live.delete(ref.sessionId);
            roots.delete(ref.sessionId);
            registry.gone(ref.sessionId);
        },
        nobody: id => ({ sessionId: id, agentId: id, rootSessionId: id, cwd: process.cwd(), isSubagent: false }),
    };
}
