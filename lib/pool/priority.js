/**
 * Processor priority of a runner: one that computes for long makes way for the host and the other
 * runners. Best effort; where the system does not allow it, nothing happens.
 */
import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
const { PRIORITY_LOW, PRIORITY_NORMAL } = constants.priority;
export const systemPriority = {
    lower(pid) { setAll(pid, PRIORITY_LOW); },
    restore: pid => setAll(pid, PRIORITY_NORMAL),
};
function setAll(pid, priority) {
    try {
        for (const thread of threadsOf(pid))
            setPriority(thread, priority);
        return true;
    }
    catch {
        return false;
    }
}
/** Linux has a priority for each thread, and garbage is collected on several. */
function threadsOf(pid) {
    return process.platform === 'linux' ? readdirSync(`/proc/${pid}/task`).map(Number) : [pid];
}
