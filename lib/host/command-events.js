import { describeThrown } from "../errors.js";
import { UNJUDGED_TEXT, internalDenialText, withNotices } from "../notice/words.js";
import { off } from "./listeners.js";
import { refusedResult, speaking } from "./tool-decisions.js";
/** @returns the disposers of what was registered. */
export function mountCommandEvents(ctx, parts) {
    const { calls } = parts;
    /** @returns the refusal or the question, or null when the call may go on. */
    const judgeCall = async (exec, call) => {
        try {
            if (exec.agent !== undefined)
                await parts.turns.startBeforeCall(exec.agent, exec.signal);
            const verdict = await parts.judge.command(parts.callers(exec.agent), call.view, exec.signal);
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
        call.inReason = exec.parent === undefined ? calls.queueOf(exec)?.takeNotices() ?? [] : [];
        call.reason = withNotices(call.reason, call.inReason);
        return { kind: 'deny', reason: call.reason };
    };
    const preExecute = async (exec, next) => {
        const call = calls.of(exec);
        if (call.exempt)
            return await next();
        const ours = await judgeCall(exec, call);
        if (ours?.kind === 'deny') {
            parts.refused.add(call.view);
            return ours;
        }
        const theirs = speaking(await next());
        const decision = ours?.kind === 'ask' && theirs.kind === 'allow' ? ours : theirs;
        if (decision.kind !== 'allow')
            parts.refused.add(call.view);
        return decision;
    };
    const backstop = (exec) => {
        const call = calls.of(exec);
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
        if (reason !== undefined)
            return refusedResult(reason);
        // It runs: whoever was asked has said yes, and what comes of it is the tool's own.
        parts.refused.delete(calls.of(exec).view);
        return await next();
    };
    return [
        off(ctx.on('tools/pre-execute', (exec, next) => preExecute(exec, next), { prepend: true })),
        ctx.tools.guard(backstop),
        off(ctx.on('tools/execute', (exec, next) => lastWall(exec, next), { prepend: true })),
    ];
}
