import { foreignDecisionText } from "../notice/words.js";
export function commandOf(exec) {
    return { name: exec.name, args: (exec.arguments ?? null), callId: String(exec.callId) };
}
/**
 * The host runs a call whose refusal has no reason, and one whose answer it does not know. Whatever
 * does not plainly allow gets words, which makes every host refuse it.
 */
export function speaking(decision) {
    const kind = decision?.kind;
    if (kind === 'allow' || kind === 'ask')
        return decision;
    const reason = decision?.reason;
    if (typeof reason === 'string' && reason !== '')
        return decision;
    return { ...decision, kind: kind ?? 'deny', reason: foreignDecisionText(String(kind)) };
}
/** @param decision what the listeners behind ours made of the result. */
export function viewOf(result, decision, durationMs) {
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
/** What others decided, with our feedback and notices in it; theirs is never replaced. */
export function foldResult(decision, result, feedback, notices) {
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
/** The refusal as a result, where a decision comes too late to keep the call from being dispatched. */
export function refusedResult(reason) {
    return { isError: true, error: { message: reason }, content: [{ type: 'text', text: `Error: ${reason}` }] };
}
