/**
 * One attempt at a run, seen from the host: takes the runner's frames, collects what the guard asked
 * for, and has the host answer its calls. Trusts nothing: a frame that a runner of ours would not send
 * at that moment ends the attempt.
 */
import { GuardError, assertNever, describeThrown } from "../errors.js";
import { ownPosition } from "../base/position.js";
import { oneLine } from "../base/text.js";
import { MAX_FAULT_TEXT, MAX_FRAME_FROM_RUNNER, MAX_FRAME_TO_RUNNER, MAX_HOST_CALLS, MAX_LOG_LINES, MAX_RUN_BYTES, frameText } from "../protocol.js";
/** Calls that can be made again without anything happening twice. A run that made another is not repeated. */
const REPEATABLE = new Set([
    'scratch.loop.fetch', 'scratch.session.get', 'scratch.session.has', 'documents.read', 'documents.exists',
    'documents.list', 'documents.meta', 'tools.list', 'tools.has', 'llm.call', 'llm.callForJson',
]);
/** Of these, the ones that cost money and much of a run's time: nobody makes them again only for others to get on. */
const COSTLY = new Set(['llm.call', 'llm.callForJson']);
export function createAttempt(run, job, events) {
    const actions = [];
    const logs = [];
    // Made for the first call: most runs make none.
    let aborter = null;
    let closed = false;
    let waitingFor = null;
    let waitingSince = 0;
    let waited = 0;
    let asked = 0;
    let bytes = 0;
    let repeatable = true;
    let costly = false;
    let tellFault = null;
    const answer = (call, text) => {
        if (waitingFor !== call || closed)
            return;
        waitingFor = null;
        waited += events.now() - waitingSince;
        events.reply(text);
    };
    const call = (frame) => {
        waitingFor = frame.call;
        waitingSince = events.now();
        repeatable &&= REPEATABLE.has(frame.method);
        costly ||= COSTLY.has(frame.method);
        aborter ??= new AbortController();
        callHost(job, frame.method, frame.args, aborter.signal).then((value) => { answer(frame.call, answerText(frame.call, value)); }, (error) => { answer(frame.call, refusalText(frame.call, error)); });
    };
    const tell = (method, args) => {
        repeatable = false;
        try {
            job.host.tell(method, args);
        }
        catch (error) {
            tellFault ??= { code: 'script_threw', message: oneLine(describeThrown(error), MAX_FAULT_TEXT), position: null };
        }
    };
    const violationOf = (frame) => {
        if (frame.t === 'ready')
            return 'it started twice';
        if (frame.run !== run)
            return `it spoke for run ${frame.run} during run ${run}`;
        if (waitingFor !== null)
            return 'it went on while it waited for an answer';
        if (bytes > MAX_RUN_BYTES + MAX_FRAME_FROM_RUNNER)
            return `it sent more than ${MAX_RUN_BYTES} bytes`;
        if (frame.t === 'log')
            return logs.length >= MAX_LOG_LINES ? `it sent more than ${MAX_LOG_LINES} log lines` : null;
        return frame.t !== 'done' && ++asked > MAX_HOST_CALLS ? `it made more than ${MAX_HOST_CALLS} calls` : null;
    };
    return {
        run, actions, logs,
        take(frame, size) {
            bytes += size;
            const violation = violationOf(frame);
            if (violation !== null) {
                events.violated(violation);
                return;
            }
            switch (frame.t) {
                case 'act':
                    actions.push(frame.action);
                    break;
                case 'log':
                    logs.push(frame.line);
                    break;
                case 'tell':
                    tell(frame.method, frame.args);
                    break;
                case 'call':
                    call(frame);
                    break;
                case 'done':
                    events.done(frame.fault === null ? tellFault : ownFault(job, frame.fault), frame.logsDropped, frame.cpuMs);
                    break;
                case 'ready': break;
                default: assertNever(frame);
            }
        },
        waiting: () => waitingFor !== null,
        repeatable: () => repeatable,
        movable: () => repeatable && !costly,
        waitedMs: () => waited + (waitingFor === null ? 0 : events.now() - waitingSince),
        close(reason) {
            closed = true;
            aborter?.abort(reason());
        },
    };
}
/** The runner sees compiled code only; people want the place in the guard's own text. */
function ownFault(job, fault) {
    return fault.position === null ? fault : { ...fault, position: ownPosition(job.compiled.columns, fault.position) };
}
async function callHost(job, method, args, signal) {
    return job.host.call(method, args, signal);
}
function answerText(call, value) {
    // What a host call gives back comes from models, files and tools: any size and any depth.
    try {
        const text = frameText({ t: 'ret', call, ok: true, value: value ?? null });
        if (Buffer.byteLength(text) <= MAX_FRAME_TO_RUNNER)
            return text;
        return refusalText(call, new GuardError('TOO_LARGE', `the answer takes more than ${MAX_FRAME_TO_RUNNER} bytes`));
    }
    catch (error) {
        return refusalText(call, error);
    }
}
function refusalText(call, error) {
    const code = error instanceof GuardError ? error.code : 'INTERNAL';
    return frameText({ t: 'ret', call, ok: false, code, message: oneLine(describeThrown(error), MAX_FAULT_TEXT) });
}
