/**
 * Starting a subagent, for `vance.process.spawn` and for the tool name `process_spawn`. Owns what may
 * be asked and how often; the agent itself is SubagentPort's.
 */
import { GuardError } from "../errors.js";
import { badArgument, objectArgument, onlyKeys, textArgument } from "./arguments.js";
import { createRateLimit } from "./token-bucket.js";
/** UTF-16 units. */
const MAX_TASK = 32_768;
const MAX_LABEL = 80;
/** Subagents at once per session tree; after that one every 15 seconds. Each costs model requests. */
export const SPAWN_BURST = 4;
const SPAWN_REFILL_MS = 15_000;
/** What an observing guard gets instead of an id. */
export const OBSERVED_ID = 'observed';
export function createSpawn(subagents, clock) {
    const rate = createRateLimit(clock, SPAWN_BURST, SPAWN_REFILL_MS);
    return async (method, spec, run) => {
        const checked = specOf(method, spec);
        if (!subagents.available)
            throw new GuardError('UNAVAILABLE', `${method}: this profile has no subagents; add a subagent provider to it, or let the agent do the task with continueWith`);
        if (!run.hasAgent)
            throw new GuardError('UNAVAILABLE', `${method}: this call has no agent that could be the parent of a subagent`);
        if (run.observe)
            return OBSERVED_ID;
        if (!rate.take(run.session.rootSessionId))
            throw new GuardError('LIMIT', `${method}: more than ${SPAWN_BURST} subagents at once; wait ${SPAWN_REFILL_MS / 1_000} seconds for each further one`);
        if (run.signal.aborted)
            throw new GuardError('CANCELLED', `${method}: the guard run has ended`);
        return await subagents.spawn(run.session, checked);
    };
}
function specOf(method, value) {
    const spec = objectArgument(method, 'spec', value);
    if (spec.task === undefined)
        throw badArgument(method, 'spec.task', 'a text: what the subagent is to do');
    onlyKeys(method, 'spec', spec, ['task', 'label']);
    const task = textArgument(method, 'spec.task', spec.task, { max: MAX_TASK, filled: true });
    return spec.label === undefined ? { task } : { task, label: textArgument(method, 'spec.label', spec.label, { max: MAX_LABEL, filled: true }) };
}
