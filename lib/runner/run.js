/**
 * One run of one guard, from its first instruction until nothing of it is left to run. The API is dead
 * before the rest of the microtasks is let run out, so that work a guard left behind has no effect.
 */
import { frameText } from "../protocol.js";
import { openChannel } from "./channel.js";
import { createVance } from "./facade.js";
import { compileFaultOf, faultOf, positionOf } from "./fault.js";
export async function runGuard(frame, guard, parts) {
    const { port, errors, gone, cpuMs } = parts;
    const before = cpuMs();
    const channel = openChannel(frame.run, port, errors, gone);
    let fault;
    if (guard === undefined)
        fault = { code: 'internal', message: 'the runner was not given the text of this guard', position: null };
    else if (guard.state === 'broken')
        fault = compileFaultOf(guard.error, guard.sourceName);
    else
        fault = await evaluate(guard, createVance(frame.input, channel, errors), () => { channel.close(); }, parts);
    port.write(frameText({ t: 'done', run: frame.run, fault, logsDropped: channel.logsDropped(), cpuMs: spent(before, cpuMs()) }));
}
function spent(before, after) {
    return before === null || after === null ? null : Math.max(0, after - before);
}
async function evaluate(guard, vance, close, parts) {
    const { realm, steps, errors, drained } = parts;
    let fault = null;
    const failed = (thrown) => {
        close();
        fault = faultOf(thrown, guard.sourceName, realm, errors);
    };
    steps.begin(guard.maxSteps);
    // Taken out of its record first: called as a method it would get the record as `this`.
    const { evaluate: call } = guard;
    try {
        const returned = call(vance);
        if (guard.isAsync) {
            fault = NEVER_SETTLED;
            // What an async function returns is a promise of the realm, whose `then` is frozen.
            void returned.then(() => {
                close();
                fault = null;
            }, failed);
        }
        else {
            close();
        }
    }
    catch (thrown) {
        failed(thrown);
    }
    await drained();
    close();
    const tooMany = steps.exceeded();
    if (tooMany === null)
        return fault;
    return { code: 'step_limit', message: tooMany.message, position: positionOf(tooMany, guard.sourceName, realm) };
}
const NEVER_SETTLED = {
    code: 'never_settled',
    message: 'the guard waits for a promise that nothing can settle any more; all calls of vance are synchronous',
    position: null,
};
