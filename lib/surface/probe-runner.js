/**
 * Known-bad probes: a call that must be refused and a script that must fail, run through a real runner.
 * A runner that lets the one pass, or calls the other a success, cannot be relied on.
 */
import { createHash } from 'node:crypto';
import { describeThrown } from "../errors.js";
const REASON = 'shooty-probe';
const DENY = `vance.guard.deny('${REASON}')`;
const THROW = `throw new Error('${REASON}')`;
/**
 * Never rejects.
 * @param compile makes a script ready for the runner; may throw.
 */
export async function probeRunner(runner, compile, options) {
    try {
        const denied = await runner.run(jobOf(DENY, compile, options));
        const wrong = wrongDenial(denied);
        if (wrong !== null)
            return { ok: false, detail: wrong };
        const thrown = await runner.run(jobOf(THROW, compile, options));
        if (thrown.fault?.code !== 'script_threw')
            return { ok: false, detail: `a script that throws came to ${outcome(thrown)}` };
        return { ok: true, detail: `probe refused in ${Math.round(denied.ms)} ms` };
    }
    catch (error) {
        return { ok: false, detail: `the probe could not be run: ${describeThrown(error)}` };
    }
}
/** Exactly the one refusal, with its own reason, and nothing else. */
function wrongDenial(report) {
    const [action] = report.actions;
    const refused = report.actions.length === 1 && action?.kind === 'deny' && action.reason === REASON;
    return refused && report.fault === null && !report.cancelled ? null : `a script that refuses came to ${outcome(report)}`;
}
function outcome(report) {
    if (report.cancelled)
        return 'a cancellation';
    if (report.fault !== null)
        return `${report.fault.code}: ${report.fault.message}`;
    return report.actions.length === 0 ? 'nothing' : report.actions.map(action => action.kind).join(', ');
}
function jobOf(text, compile, options) {
    return {
        hash: createHash('sha256').update(text).digest('hex'),
        guardName: REASON,
        compiled: compile(text),
        input: INPUT,
        mode: 'enforce',
        params: {},
        maxRounds: 0,
        allowTools: false,
        now: 0,
        loopScratch: {},
        timeoutMs: options.timeoutMs,
        signal: options.signal,
        host: NO_HOST,
    };
}
const INPUT = {
    point: 'command',
    session: { sessionId: REASON, agentId: REASON, rootSessionId: REASON, cwd: '/', isSubagent: false },
    task: '', request: '', output: '', round: 0, naturalStop: false,
    command: { name: REASON, args: {}, callId: REASON },
    result: null,
    hasAgent: false,
};
const NO_HOST = {
    call: () => Promise.reject(new Error('a probe has no host calls')),
    tell: () => undefined,
};
