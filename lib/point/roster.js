/**
 * Which guards there are: gates, configured guards, guards that other plugins registered, and the
 * session's runtime guard. Owns the order; says who is there for a Point.
 */
import { GuardError } from "../errors.js";
import { RUNTIME_GUARD } from "./runtime-guard.js";
export function createRoster(parts) {
    const registered = new Map();
    const listeners = [];
    const changed = () => { for (const listener of listeners)
        listener(); };
    const fixed = () => [...parts.first, ...parts.scripts.map(entry => entry.guard), ...registered.keys(), ...parts.last];
    const all = (session) => {
        const runtime = session === null ? null : parts.runtimeGuard(session);
        return runtime === null ? fixed() : [...parts.first, ...parts.scripts.map(entry => entry.guard), ...registered.keys(), runtime, ...parts.last];
    };
    return {
        at: (point, session) => all(session).filter(guard => guard.points.includes(point)),
        all,
        needed: point => fixed().some(guard => guard.points.includes(point) && (guard.mode !== 'off' || parts.switchedOn(guard.name)))
            || (point === 'stop' && parts.runtimeGuardPossible()),
        register(guard, settings) {
            if (guard.name === RUNTIME_GUARD || fixed().some(other => other.name === guard.name)) {
                throw new GuardError('CONFIG_INVALID', `a guard named "${guard.name}" is there already: give this one another name`);
            }
            registered.set(guard, settings);
            changed();
            let there = true;
            return () => {
                if (!there)
                    return;
                there = false;
                registered.delete(guard);
                changed();
            };
        },
        settings: () => [...parts.scripts.map(entry => entry.settings), ...registered.values()],
        onChange(listener) { listeners.push(listener); },
    };
}
