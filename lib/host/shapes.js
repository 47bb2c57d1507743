export function headerOf(agent) {
    return agent.session.header;
}
/** A session that another agent started. Old headers have no depth, resumed ones a depth of 0. */
export function isSubagent(agent) {
    const header = headerOf(agent);
    return header.origin === 'subagent' || (header.delegationDepth ?? 0) > 0;
}
/** The text blocks of a message, joined. */
export function textOf(message) {
    return message.content.flatMap(block => block.type === 'text' && typeof block.text === 'string' ? [block.text] : []).join('\n');
}
/** The model-visible history, oldest first; empty where a host cannot say. */
export function messagesOf(agent) {
    const derived = agent.session.deriveMessages();
    return Array.isArray(derived) ? derived : [];
}
/** Text of the last answer of the model; '' when it said nothing but tool calls. */
export function finalText(agent) {
    const last = messagesOf(agent).findLast(message => message.role === 'assistant');
    return last === undefined ? '' : textOf(last);
}
/** First and last input of the user in the history; '' where there is none. */
export function userInputs(agent) {
    const inputs = messagesOf(agent).filter(message => message.role === 'user' && message.source?.kind === 'user');
    const first = inputs[0];
    const last = inputs.at(-1);
    return { first: first === undefined ? '' : textOf(first), last: last === undefined ? '' : textOf(last) };
}
/** How the model's last answer ended (`stop`, `max-tokens`, …), read from the session's own log; null where it does not say. */
export function lastFinish(agent) {
    const session = agent.session;
    const events = session.events ?? session.snapshotEvents?.() ?? [];
    for (let at = events.length - 1; at >= 0; at -= 1) {
        const event = events[at];
        if (event === undefined || event.type === 'step/start')
            return null;
        if (event.type === 'assistant/chunk' && event.data.chunk?.type === 'finish')
            return event.data.chunk.reason?.kind ?? null;
    }
    return null;
}
/** The system prompt of the last request: old hosts keep it in the request header, newer ones in the history; null elsewhere. */
export function sentSystemPrompt(agent) {
    const header = agent.session.requestHeader();
    if (typeof header?.system === 'string')
        return header.system;
    const last = messagesOf(agent).findLast(message => message.role === 'system' && textOf(message) !== '');
    return last === undefined ? null : textOf(last);
}
function inboxOf(agent) {
    return agent.inbox ?? {};
}
/** Ids of the messages that the host keeps for a later step; empty where it does not say. */
export function pendingIds(agent) {
    const { nextStep, nextTurn } = inboxOf(agent);
    return [...nextStep ?? [], ...nextTurn ?? []].map(message => message.id);
}
/** Takes a message out of what waits for a later step; the host tells of it as discarded. */
export function removePending(agent, id) {
    inboxOf(agent).remove?.(id);
}
/** @param rootOf the root of a session that was seen before. */
export function sessionRef(agent, rootOf) {
    const header = headerOf(agent);
    const sessionId = String(agent.session.id);
    const sub = isSubagent(agent);
    // A fork has a parent as well, but it is the user's own session and its own root.
    const root = sub && header.parentSession !== undefined ? rootOf(header.parentSession) ?? header.parentSession : sessionId;
    return { sessionId, agentId: String(agent.id), rootSessionId: root, cwd: header.cwd ?? process.cwd(), isSubagent: sub };
}
