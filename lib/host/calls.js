import { commandOf } from "./tool-decisions.js";
export function createCallBook(parts) {
    const calls = new WeakMap();
    return {
        of(exec) {
            const known = calls.get(exec);
            if (known !== undefined)
                return known;
            const ours = exec.agent !== undefined && parts.reentrance.inside(parts.agents.see(exec.agent).sessionId);
            const fresh = {
                view: commandOf(exec), exempt: ours || parts.isExempt(exec.name), ours, verdict: null, reason: '', began: parts.clock.now(), resultSeen: false, sent: [], inReason: [],
            };
            calls.set(exec, fresh);
            return fresh;
        },
        queueOf: exec => exec.agent === undefined ? null : parts.states.of(parts.agents.see(exec.agent)).notices,
    };
}
