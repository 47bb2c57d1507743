import { createScratch } from "../state/scratch.js";
import { runtimeGuardSettings } from "../point/runtime-guard.js";
import { createScriptGuard } from "../point/script-guard.js";
export function createRunScratch(states) {
    const thrownAway = new WeakMap();
    const without = (run) => {
        const known = thrownAway.get(run.effects);
        if (known !== undefined)
            return known;
        const fresh = { loop: createScratch(), session: createScratch() };
        thrownAway.set(run.effects, fresh);
        return fresh;
    };
    return {
        loop: run => run.hasAgent ? states.loopOf(run.session, run.guard.name, run.observe) : without(run).loop,
        session: run => run.hasAgent ? states.sharedOf(run.session, run.guard.name, run.observe) : without(run).session,
    };
}
export function createScriptGuards(settings, states, deps) {
    const make = (entry) => ({ guard: createScriptGuard(entry, deps), settings: entry });
    // One per text, so that a session keeps its guard object from call to call.
    const runtimes = new WeakMap();
    const made = new WeakMap();
    const known = (entry) => {
        const guard = made.get(entry) ?? make(entry);
        made.set(entry, guard);
        return guard;
    };
    const runtime = (session) => {
        const set = states.rootOf(session).runtimeGuard;
        if (set === null)
            return null;
        const guard = runtimes.get(set) ?? make(runtimeGuardSettings(set));
        runtimes.set(set, guard);
        return guard;
    };
    return {
        configured: settings.map(known),
        make: known,
        runtime,
        all(entries, session) {
            const own = session === null ? null : runtime(session);
            return [...entries.map(known), ...own === null ? [] : [own]];
        },
    };
}
