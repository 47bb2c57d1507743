/** The rules of a turn, without a host: what a claimed message means, whether a step happens, what the end of a turn asks for. Pure. */
/**
 * What a message means for the turn: `turn` begins a real user turn, `request` is what the user of a
 * subagent (its parent) wants now, `other` is a notice, a follow-up or steering by a plugin. Only where
 * it came from decides; what it says never does.
 */
export function meaningOf(sourceKind, isSubagent) {
    if (sourceKind !== 'user')
        return 'other';
    return isSubagent ? 'request' : 'turn';
}
/** Whether the host makes a request in this step anyway: a step that would not happen must not be brought about by a notice. */
export function stepHappens({ messages, step, ending, concluded }) {
    return messages > 0 || (step > 1 && !ending && !concluded);
}
/** The Point of this end; null where the agent did not end its turn on its own: cancelled, or out of tokens. */
export function pointOfEnd({ cancelled, finish, concluded }) {
    if (cancelled || finish === 'max-tokens')
        return null;
    return concluded ? 'terminate' : 'stop';
}
