import { describeThrown } from "../errors.js";
import { UNJUDGED_TEXT, internalDenialText, foreignDecisionText, withNotices } from "../notice/words.js";
export function createToolEvents(parts) {
    const calls = new WeakMap();
    const recordOf = (exec) => {
        const known = calls.get(exec);
        if (known !== undefined)
            return known;
        const ours = exec.agent !== undefined && parts.reentrance.inside(parts.agents.see(exec.agent).sessionId);
        const fresh = {
            view: commandOf(exec), exempt: ours || parts.isExempt(exec.name), ours, verdict: null, reason: '', began: parts.clock.now(), resultSeen: false, sent: [], inReason: [],
        };
        calls.set(exec, fresh);
        return fresh;
    };
    const queueOf = (exec) => exec.agent === undefined ? null : parts.states.of(parts.agents.see(exec.agent)).notices;
    /** @returns the refusal or the question, or null when the call may go on. */
    const judgeCall = async (exec, call) => {
        try {
            if (exec.agent !== undefined)
                await parts.turns.startBeforeCall(exec.agent, exec.signal);
            const verdict = await parts.judge.command(exec.agent, call.view, exec.signal);
            call.verdict = verdict.kind;
            if (verdict.kind === 'allow')
                return null;
            // Cancelled: the host checks its own signal right after this and ends the call as cancelled.
            if (verdict.kind === 'undecided' && exec.signal.aborted)
                return null;
            if (verdict.kind === 'undecided') {
                call.verdict = 'deny';
                call.reason = internalDenialText('no guard came to a decision');
            }
            else {
                call.reason = verdict.reason;
            }
        }
        catch (error) {
            call.verdict = 'deny';
            call.reason = internalDenialText(describeThrown(error));
        }
        if (call.verdict === 'ask')
            return { kind: 'ask', reason: call.reason };
        // The reason of an inner call is read by a program, which may well swallow it.
        call.inReason = exec.parent === undefined ? queueOf(exec)?.takeNotices() ?? [] : [];
        call.reason = withNotices(call.reason, call.inReason);
        return { kind: 'deny', reason: call.reason };
    };
    const preExecute = async (exec, next) => {
        const call = recordOf(exec);
        if (call.exempt)
            return await next();
        const ours = await judgeCall(exec, call);
        if (ours?.kind === 'deny') {
            parts.refused.add(call.view);
            return ours;
        }
        const theirs = speaking(await next());
        if (theirs.kind !== 'allow')
            parts.refused.add(call.view);
        return ours?.kind === 'ask' && theirs.kind === 'allow' ? ours : theirs;
    };
    const backstop = (exec) => {
        const call = recordOf(exec);
        if (call.exempt || exec.signal.aborted)
            return undefined;
        if (call.verdict === null)
            return UNJUDGED_TEXT;
        return call.verdict === 'deny' ? call.reason : undefined;
    };
    /**
     * The host dispatches a call whose refusal by another plugin has no reason, and skips the synchronous
     * guards on that way. Whatever we refused or never judged stops here at the latest.
     */
    const lastWall = async (exec, next) => {
        const reason = backstop(exec);
        if (reason === undefined)
            return await next();
        return { isError: true, error: { message: reason }, content: [{ type: 'text', text: `Error: ${reason}` }] };
    };
    const judgeResult = async (exec, call, view) => {
        if (call.resultSeen || call.exempt)
            return null;
        call.resultSeen = true;
        // A call that is cancelled already still has a result to look at; nobody waits for that any more.
        const signal = exec.signal.aborted ? new AbortController().signal : exec.signal;
        try {
            return await parts.judge.result(exec.agent, call.view, view, signal);
        }
        catch (error) {
            parts.report(`RESULT guards were skipped for one call of ${exec.name}: ${describeThrown(error)}`);
            return null;
        }
    };
    /** The notices that ride on this call. An inner call of code mode leaves them to the outer one, whose result the model reads. */
    const takeFor = (exec, call, concludes) => {
        const queue = queueOf(exec);
        if (queue === null || exec.agent === undefined || call.ours || exec.parent !== undefined)
            return [];
        // With a context, the host would ask the model once more after the tool that ends the turn.
        return concludes || parts.turns.isConcluded(exec.agent) ? [] : parts.delivery.take(exec.agent, queue, 'call');
    };
    const postExecute = async (exec, result, next) => {
        const call = recordOf(exec);
        const decision = await next();
        const feedback = parts.resultNeeded() && !exec.signal.aborted ? await judgeResult(exec, call, viewOf(result, decision, parts.clock.now() - call.began)) : null;
        call.sent = takeFor(exec, call, result.concludesTurn === true && decision.kind === 'accept' && feedback === null);
        return foldResult(decision, result, feedback, call.sent);
    };
    const onResult = (exec, result) => {
        try {
            const call = recordOf(exec);
            const queue = queueOf(exec);
            if (queue !== null && call.sent.length > 0)
                parts.delivery.settleCall(call.sent, result.additionalContexts, queue);
            if (queue !== null && call.inReason.length > 0 && !(result.isError && result.error.message.includes(call.reason)))
                queue.putBack(call.inReason);
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
        mountCommand: ctx => [
            disposer(ctx.on('tools/pre-execute', (exec, next) => preExecute(exec, next), { prepend: true })),
            ctx.tools.guard(backstop),
            disposer(ctx.on('tools/execute', (exec, next) => lastWall(exec, next), { prepend: true })),
        ],
        mountResult: ctx => [
            disposer(ctx.on('tools/post-execute', (exec, result, next) => postExecute(exec, result, next), { prepend: true })),
        ],
        mountOutcome: ctx => [
            disposer(ctx.on('tools/result', (exec, result) => onResult(exec, result), { prepend: true })),
        ],
    };
}
function disposer(dispose) {
    return () => { dispose(); };
}
function commandOf(exec) {
    return { name: exec.name, args: (exec.arguments ?? null), callId: String(exec.callId) };
}
/**
 * The host runs a call whose refusal has no reason, and one whose answer it does not know. Whatever
 * does not plainly allow gets words, which makes every host refuse it.
 */
function speaking(decision) {
    const kind = decision?.kind;
    if (kind === 'allow' || kind === 'ask')
        return decision;
    const reason = decision?.reason;
    if (typeof reason === 'string' && reason !== '')
        return decision;
    return { ...decision, kind: kind ?? 'deny', reason: foreignDecisionText(String(kind)) };
}
function viewOf(result, decision, durationMs) {
    const content = decision.kind === 'block' ? decision.feedback : decision.content ?? result.content;
    const text = content.flatMap(block => block.type === 'text' ? [block.text] : []).join('\n');
    const isError = result.isError || decision.kind === 'block';
    const error = !isError
        ? null
        : result.isError
            ? { message: result.error.message, code: result.error.info?.code ?? null }
            : { message: text, code: null };
    return { isError, text, error, durationMs };
}
function foldResult(decision, result, feedback, notices) {
    const contexts = [...decision.additionalContexts ?? [], ...notices];
    if (feedback === null)
        return notices.length === 0 ? decision : { ...decision, additionalContexts: contexts };
    const words = { type: 'text', text: feedback };
    // A block drops what the call itself deferred, unless the blocking decision lists it.
    const deferred = decision.kind === 'block' ? [] : result.additionalContexts ?? [];
    return {
        kind: 'block',
        feedback: decision.kind === 'block' ? [...decision.feedback, words] : [words],
        additionalContexts: [...deferred, ...contexts],
    };
}
