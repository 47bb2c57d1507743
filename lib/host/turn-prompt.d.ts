/**
 * The turn prompt on its way to the model: puts it in the place of the host's own sections, sees to it
 * that newer hosts replace the old one, and notices when another plugin's prompt won.
 */
import type { Agent, PreStepDecision } from '@deepseek-ai/dsh-agent';
import type { PromptAssembly } from '@deepseek-ai/dsh-system-prompt';
/** The prompt that the last step was given. */
export interface GivenPrompt {
    readonly text: string;
    /** The model's last answer before that step: when there is another one, the prompt has been sent. */
    readonly answered: string | null;
}
export declare const PROMPT_LOST = "the turn prompt of a START guard did not reach the model: another plugin provides a complete system prompt, which wins";
/** The text goes in as a variable, because a section is a template and braces in the guard's text are its own. */
export declare function withPrompt(assembly: PromptAssembly, text: string): PromptAssembly;
/** Newer hosts append a changed prompt to the history unless the step begins a new series; older ones ignore the field. */
export declare function inSeries(decision: Extract<PreStepDecision, {
    kind: 'enter';
}>, changed: boolean): PreStepDecision;
export declare function givePrompt(agent: Agent, text: string | null): GivenPrompt | null;
/** Whether a prompt was sent and another one went out in its place. */
export declare function promptLost(agent: Agent, given: GivenPrompt | null): boolean;
