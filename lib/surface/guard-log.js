/** `log`: the last decisions, of this session and of the others. */
import { MAX_RECENT } from "../state/metrics.js";
import { decisionLine } from "./status-text.js";
const DEFAULT_COUNT = 20;
export function logReply(rest, session, deps) {
    const count = rest === '' ? DEFAULT_COUNT : /^\d{1,4}$/.test(rest) ? Number(rest) : 0;
    if (count < 1 || count > MAX_RECENT)
        return { ok: false, text: `log takes a number from 1 to ${MAX_RECENT}, not "${rest}"` };
    const recent = deps.metrics.recent(count);
    if (recent.length === 0)
        return { ok: true, text: 'no decisions yet' };
    return { ok: true, text: recent.map(one => `${decisionLine(one)}${one.sessionId === session.sessionId ? '' : ` [session ${one.sessionId}]`}`).join('\n') };
}
