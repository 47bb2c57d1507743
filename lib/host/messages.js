import { noticeText, summaryOf } from "../notice/words.js";
export const SOURCE_KIND = 'shooty';
/** The three spellings under which our own messages come back from old and converted sessions. */
export function isOurs(source) {
    return source?.kind === SOURCE_KIND || source?.kind === `plugin:${SOURCE_KIND}`
        || (source?.kind === 'plugin' && source.plugin === SOURCE_KIND);
}
function userMessage(id, text, source) {
    // The host types know only their own source kinds; any own kind is accepted, kept and resumed.
    return { id, role: 'user', content: [{ type: 'text', text }], source };
}
export function noticeMessage(id, notice) {
    const text = noticeText(notice);
    return notice.skill === null
        ? userMessage(id, text, { kind: SOURCE_KIND, form: 'notice', summary: summaryOf(text), guard: notice.guard })
        : userMessage(id, text, { kind: SOURCE_KIND, form: 'instructions', skill: notice.skill, guard: notice.guard });
}
export function followUpMessage(id, message) {
    return userMessage(id, message.text, {
        kind: SOURCE_KIND, form: 'notice', summary: summaryOf(message.text), guard: message.guard, round: message.round,
    });
}
