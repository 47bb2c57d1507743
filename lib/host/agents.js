import { sessionRef } from "./shapes.js";
export function createAgentBook(registry) {
    const refs = new WeakMap();
    const live = new Map();
    const disposed = new WeakSet();
    // A subagent may outlive the one that started it and start others, so roots stay: two ids for each agent of this process.
    const roots = new Map();
    return {
        see(agent) {
            const known = refs.get(agent);
            if (known !== undefined)
                return known;
            const ref = sessionRef(agent, id => roots.get(id));
            refs.set(agent, ref);
            roots.set(ref.sessionId, ref.rootSessionId);
            // What a disposed agent left under way may still be told of; it does not make it live again.
            if (disposed.has(agent))
                return ref;
            live.set(ref.sessionId, agent);
            registry.live(ref.sessionId);
            return ref;
        },
        identify: agent => refs.get(agent) ?? sessionRef(agent, id => roots.get(id)),
        byId: sessionId => live.get(sessionId),
        forget(agent) {
            disposed.add(agent);
            const ref = refs.get(agent);
            // A resumed session may have its next agent before the last one is gone.
            if (ref === undefined || live.get(ref.sessionId) !== agent)
                return;
            live.delete(ref.sessionId);
            registry.gone(ref.sessionId);
        },
        nobody: id => ({ sessionId: id, agentId: id, rootSessionId: id, cwd: process.cwd(), isSubagent: false }),
    };
}
