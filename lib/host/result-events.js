import { describeThrown } from "../errors.js";
import { off } from "./listeners.js";
import { foldResult, viewOf } from "./tool-decisions.js";
export function createResultEvents(parts) {
    const { calls } = parts;
    const judgeResult = async (exec, call, view) => {
        if (call.resultSeen || call.exempt)
            return null;
        call.resultSeen = true;
        // A call that is cancelled already still has a result to look at; nobody waits for that any more.
        const signal = exec.signal.aborted ? new AbortController().signal : exec.signal;
        try {
            return await parts.judge.result(parts.callers(exec.agent), call.view, view, signal);
        }
        catch (error) {
            parts.report(`RESULT guards were skipped for one call of ${exec.name}: ${describeThrown(error)}`);
            return null;
        }
    };
    /** The notices that ride on this call. An inner call of code mode leaves them to the outer one, whose result the model reads. */
    const takeFor = (exec, call, concludes) => {
        const queue = calls.queueOf(exec);
        if (queue === null || exec.agent === undefined || call.ours || exec.parent !== undefined)
            return [];
        // With a context, the host would ask the model once more after the tool that ends the turn.
        return concludes || parts.turns.isConcluded(exec.agent) ? [] : parts.delivery.take(exec.agent, queue, 'call');
    };
    const postExecute = async (exec, result, next) => {
        const call = calls.of(exec);
        const decision = await next();
        const feedback = parts.resultNeeded() && !exec.signal.aborted ? await judgeResult(exec, call, viewOf(result, decision, parts.clock.now() - call.began)) : null;
        call.sent = takeFor(exec, call, result.concludesTurn === true && decision.kind === 'accept' && feedback === null);
        return foldResult(decision, result, feedback, call.sent);
    };
    /** Notices that were on their way with this call go back when its final result does not carry them. */
    const settleNotices = (exec, result, call) => {
        const queue = calls.queueOf(exec);
        if (queue === null)
            return;
        if (call.sent.length > 0)
            parts.delivery.settleCall(call.sent, result.additionalContexts, queue);
        if (call.inReason.length > 0 && !(result.isError && result.error.message.includes(call.reason)))
            queue.putBack(call.inReason);
    };
    const onResult = (exec, result) => {
        try {
            const call = calls.of(exec);
            settleNotices(exec, result, call);
            if (exec.agent !== undefined && result.concludesTurn === true)
                parts.turns.concluded(exec.agent);
            if (!parts.resultNeeded() || call.resultSeen || call.exempt)
                return undefined;
            // Refused by a throw, unknown to the pipeline or cancelled before dispatch: nothing can be decided any more, but it counts.
            const judging = judgeResult(exec, call, viewOf(result, { kind: 'accept' }, parts.clock.now() - call.began));
            if (exec.agent !== undefined)
                parts.turns.judging(exec.agent, judging);
        }
        catch (error) {
            parts.report(`a call of ${exec.name} was not recorded: ${describeThrown(error)}`);
        }
        return undefined;
    };
    return {
        mountResult: ctx => [off(ctx.on('tools/post-execute', (exec, result, next) => postExecute(exec, result, next), { prepend: true }))],
        mountOutcome: ctx => [off(ctx.on('tools/result', (exec, result) => onResult(exec, result), { prepend: true }))],
    };
}
