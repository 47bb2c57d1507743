/** `guard_status action=targets`: what a write to one path would meet, from both gates that protect paths. */
import { resolve } from 'node:path';
export async function targetStatus(path, session, { critical, tamper }, states) {
    // What refuses now counts: a gate that is off, or only observes, refuses nothing.
    const refuses = tamper.status().active && states.modeOf(session, tamper.name, tamper.mode) === 'enforce';
    if (refuses && await tamper.covers(resolve(session.cwd, path), session)) {
        return { path, protected: true, rule: tamper.name, looked: [], found: null, state: 'a write by the agent is refused; only the human can change it' };
    }
    return { path, ...await critical.targetReport(path, session) };
}
