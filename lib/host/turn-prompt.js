import { messagesOf, sentSystemPrompt } from "./shapes.js";
/** Sections without which a model in code mode cannot call tools. */
const CODE_MODE_SECTIONS = new Set(['tools:sdk', 'tools:code-only']);
const PROMPT_SECTION = 'shooty:turn-prompt';
const PROMPT_VARIABLE = 'shooty_turn_prompt';
export const PROMPT_LOST = 'the turn prompt of a START guard did not reach the model: another plugin provides a complete system prompt, which wins';
/** The text goes in as a variable, because a section is a template and braces in the guard's text are its own. */
export function withPrompt(assembly, text) {
    return {
        ...assembly,
        sections: [
            { name: PROMPT_SECTION, text: `{{${PROMPT_VARIABLE}}}` },
            ...assembly.sections.filter(section => CODE_MODE_SECTIONS.has(section.name)),
        ],
        variables: { ...assembly.variables, [PROMPT_VARIABLE]: text },
    };
}
/** Newer hosts append a changed prompt to the history unless the step begins a new series; older ones ignore the field. */
export function inSeries(decision, changed) {
    return changed ? { ...decision, startsRequestSeries: true } : decision;
}
export function givePrompt(agent, text) {
    return text === null ? null : { text, answered: lastAnswer(agent) };
}
/** Whether a prompt was sent and another one went out in its place. */
export function promptLost(agent, given) {
    if (given === null || lastAnswer(agent) === given.answered)
        return false;
    const sent = sentSystemPrompt(agent);
    return sent !== null && !sent.startsWith(given.text);
}
function lastAnswer(agent) {
    return messagesOf(agent).findLast(message => message.role === 'assistant')?.id ?? null;
}
