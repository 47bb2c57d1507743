/** What a reload of the guards' texts came to, for the human. */
import { at } from "./status.js";
export function reloadText(reloaded) {
    if (reloaded.length === 0)
        return 'no guard comes from a file';
    return reloaded.map(one => `${one.guard}: ${outcome(one)}`).join('\n');
}
function outcome({ before, after, text }) {
    if (text.state === 'broken')
        return `BROKEN: ${at(text.reason, text.position)}`;
    if (text.stale !== null)
        return `the last good version ${short(after)} stays in force: ${text.stale}`;
    if (before === after)
        return `unchanged, ${short(after)}`;
    return before === null ? `loaded, ${short(after)}` : `now ${short(after)}, was ${short(before)}`;
}
function short(hash) {
    return hash?.slice(0, 12) ?? 'none';
}
