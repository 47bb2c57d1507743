/** `guard_status action=targets`: what a write to one path would meet, from both gates that protect paths. */
import { resolve } from 'node:path';
import { isProtectedPath } from "./protected.js";
export async function targetStatus(path, session, critical, protectedBy) {
    if (isProtectedPath(protectedBy(session), resolve(session.cwd, path))) {
        return { path, protected: true, rule: 'tamper-protection', looked: [], found: null, state: 'a write by the agent is refused; only the human can change it' };
    }
    return { path, ...await critical.targetReport(path, session) };
}
