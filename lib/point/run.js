/**
 * Runs the guards of a Point in order, each on its own: one guard's fault never loses another's
 * verdict, every evaluation leaves one record, and a cancelled turn leaves no decision.
 */
import { maskSecrets, oneLine } from "../base/text.js";
import { describeThrown } from "../errors.js";
import { outcomeOf } from "./outcome.js";
/** UTF-16 units of a reason in a record. */
const MAX_REASON = 500;
/**
 * @param stopAfter true ends the run after this verdict; the guards behind it are not run.
 */
export async function runGuards(deps, guards, input, signal, stopAfter) {
    const judged = [];
    for (const guard of guards) {
        if (signal.aborted)
            return { judged, cancelled: true };
        const mode = deps.modeOf(input, guard);
        if (mode === 'off' || !guard.points.includes(input.point))
            continue;
        const verdict = await judgeOne(deps, guard, mode, input, signal);
        if (verdict === null)
            continue;
        if (verdict.cancelled || signal.aborted)
            return { judged, cancelled: true };
        record(deps, guard, mode, input, verdict);
        const one = { guard, mode, verdict };
        judged.push(one);
        if (stopAfter(one))
            break;
    }
    return { judged, cancelled: false };
}
/** @returns null when the guard does not apply. */
async function judgeOne(deps, guard, mode, input, signal) {
    const began = deps.clock.now();
    try {
        if (!guard.applies(input))
            return null;
        return await deps.enter(input, () => untilAborted(guard.judge(input, { signal, mode, now: began }), signal));
    }
    catch (error) {
        const fault = { code: 'internal', message: oneLine(describeThrown(error), MAX_REASON), position: null };
        return { ...EMPTY_VERDICT, fault: signal.aborted ? null : fault, cancelled: signal.aborted, ms: deps.clock.now() - began };
    }
}
/** Rejects as soon as the turn is cancelled, whatever the guard does. */
function untilAborted(work, signal) {
    return new Promise((resolve, reject) => {
        const onAbort = () => { reject(new Error('cancelled')); };
        if (signal.aborted)
            onAbort();
        else
            signal.addEventListener('abort', onAbort, { once: true });
        work.then(resolve, reject).finally(() => { signal.removeEventListener('abort', onAbort); });
    });
}
function record(deps, guard, mode, input, verdict) {
    const named = outcomeOf(verdict, mode, guard.name);
    try {
        deps.record({
            time: deps.clock.now(),
            sessionId: input.session.sessionId,
            guard: guard.name,
            kind: guard.kind,
            hash: hashOf(guard, input),
            point: input.point,
            tool: input.command?.name ?? null,
            outcome: named.outcome,
            wouldBe: named.wouldBe,
            reason: named.reason === null ? null : shownReason(named.reason),
            fault: verdict.fault?.code ?? null,
            ms: verdict.ms,
        }, verdict.fault?.position ?? null);
    }
    catch {
        // Nothing to do here that could not throw again: the verdict must go on.
    }
}
/** The guard has judged, whatever has become of its file meanwhile. */
function hashOf(guard, input) {
    try {
        return guard.hash(input.session);
    }
    catch {
        return null;
    }
}
/** Masked before it is cut: half a key would not be known for one. */
function shownReason(reason) {
    return oneLine(maskSecrets(reason.slice(0, MAX_REASON * 4)), MAX_REASON);
}
/** Nothing was asked for and nothing went wrong. */
export const EMPTY_VERDICT = { actions: [], fault: null, cancelled: false, continued: null, activated: [], capped: false, ms: 0 };
