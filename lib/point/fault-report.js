/**
 * Tells the human when a guard failed and was skipped: such a failure changes nothing that anybody would
 * see. A refused call says so itself. Each kind of failure is told once per guard and Point.
 */
import { assertNever } from "../errors.js";
/** @param tell one line for the human. */
export function createFaultReport(tell) {
    const told = new Set();
    return ({ guard, point, fault, reason, outcome }) => {
        if (outcome !== 'script_error' || point === 'command')
            return;
        const key = JSON.stringify([guard, point, fault]);
        if (told.has(key))
            return;
        told.add(key);
        tell(`guard "${guard}" failed at ${point} (${fault ?? 'internal'}: ${reason ?? 'no reason'}); ${consequenceOf(point)}. guard_status counts further failures`);
    };
}
function consequenceOf(point) {
    switch (point) {
        case 'start': return 'the turn goes on without it';
        case 'result': return 'the result stays as it is';
        case 'stop':
        case 'terminate': return 'the agent stops as if it were not there';
        default: return assertNever(point);
    }
}
