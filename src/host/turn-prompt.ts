/**
 * The turn prompt on its way to the model: puts it in the place of the host's own sections, sees to it
 * that newer hosts replace the old one, and notices when another plugin's prompt won.
 */
import type { Agent, PreStepDecision } from '@deepseek-ai/dsh-agent'
import type { PromptAssembly } from '@deepseek-ai/dsh-system-prompt'
import { messagesOf, sentSystemPrompt } from './shapes.ts'

/** The prompt that the last step was given. */
export interface GivenPrompt {
  readonly text: string
  /** The model's last answer before that step: when there is another one, the prompt has been sent. */
  readonly answered: string | null
}

/** Sections without which a model in code mode cannot call tools. */
const CODE_MODE_SECTIONS: ReadonlySet<string> = new Set(['tools:sdk', 'tools:code-only'])
const PROMPT_SECTION = 'shooty:turn-prompt'
const PROMPT_VARIABLE = 'shooty_turn_prompt'

export const PROMPT_LOST = 'the turn prompt of a START guard did not reach the model: another plugin provides a complete system prompt, which wins'

/** The text goes in as a variable, because a section is a template and braces in the guard's text are its own. */
export function withPrompt(assembly: PromptAssembly, text: string): PromptAssembly {
  return {
    ...assembly,
    sections: [
      { name: PROMPT_SECTION, text: `{{${PROMPT_VARIABLE}}}` },
      ...assembly.sections.filter(section => CODE_MODE_SECTIONS.has(section.name)),
    ],
    variables: { ...assembly.variables, [PROMPT_VARIABLE]: text },
  }
}

/** Newer hosts append a changed prompt to the history unless the step begins a new series; older ones ignore the field. */
export function inSeries(decision: Extract<PreStepDecision, { kind: 'enter' }>, changed: boolean): PreStepDecision {
  return changed ? { ...decision, startsRequestSeries: true } as PreStepDecision : decision
}

export function givePrompt(agent: Agent, text: string | null): GivenPrompt | null {
  return text === null ? null : { text, answered: lastAnswer(agent) }
}

/** Whether a prompt was sent and another one went out in its place. */
export function promptLost(agent: Agent, given: GivenPrompt | null): boolean {
  if (given === null || lastAnswer(agent) === given.answered) return false
  const sent = sentSystemPrompt(agent)
  return sent !== null && !sent.startsWith(given.text)
}

function lastAnswer(agent: Agent): string | null {
  return messagesOf(agent).findLast(message => message.role === 'assistant')?.id ?? null
}
