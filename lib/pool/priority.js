/**
 * Processor priority of a runner: one that computes for long makes way for the host and the other
 * runners. Best effort; where the system does not allow it, nothing happens.
 */
import { setPriority } from 'node:os';
const LOW = 10;
const USUAL = 0;
export const systemPriority = {
    lower(pid) { attempt(pid, LOW); },
    restore: pid => attempt(pid, USUAL),
};
function attempt(pid, priority) {
    try {
        setPriority(pid, priority);
        return true;
    }
    catch {
        return false;
    }
}
