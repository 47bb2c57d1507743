/** Names what one evaluation came to, for records and counters. */
import { denialText } from "../notice/words.js";
/** A fault is `script_error` in every mode: an observing guard that is broken must show. */
export function outcomeOf(verdict, mode, guard) {
    const plain = plainOutcome(verdict);
    const reason = reasonOf(verdict, plain, guard);
    if (mode === 'observe' && plain !== 'script_error')
        return { outcome: 'observed', wouldBe: plain, reason };
    return { outcome: plain, wouldBe: null, reason };
}
function plainOutcome(verdict) {
    if (verdict.fault !== null)
        return 'script_error';
    if (find(verdict, 'deny') !== undefined)
        return 'denied';
    if (verdict.continued !== null || verdict.activated.length > 0 || verdict.actions.length > 0)
        return 'fired';
    return verdict.capped ? 'capped' : 'passed';
}
function reasonOf(verdict, outcome, guard) {
    if (verdict.fault !== null)
        return verdict.fault.message;
    const deny = find(verdict, 'deny');
    if (deny !== undefined)
        return denialText(guard, deny.reason);
    if (verdict.continued !== null)
        return verdict.continued.prompt;
    const first = verdict.actions[0];
    if (first !== undefined)
        return textOf(first);
    if (verdict.activated.length > 0)
        return `activated ${verdict.activated.join(', ')}`;
    return outcome === 'capped' ? 'the cap of follow-up rounds is reached' : null;
}
function textOf(action) {
    switch (action.kind) {
        case 'deny':
        case 'ask': return action.reason;
        case 'block': return action.feedback;
        case 'notice':
        case 'setTurnPrompt': return action.text;
    }
}
/** The first action of a kind. */
export function find(verdict, kind) {
    return verdict.actions.find((action) => action.kind === kind);
}
/** Notices of the guards that enforce, in order. */
export function noticesOf(judged) {
    return judged.flatMap(one => one.mode !== 'enforce'
        ? []
        : one.verdict.actions.flatMap(action => action.kind === 'notice' ? [{ guard: one.guard.name, text: action.text }] : []));
}
