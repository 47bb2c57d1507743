/** Who makes a call or ends a turn, as the Points see it: from the host's agent, or nobody. */
import type { Agent } from '@deepseek-ai/dsh-agent'
import type { Caller } from '../point/judge.ts'
import type { AgentBook } from './agents.ts'
import { finalText, userInputs } from './shapes.ts'

export type Callers = (agent: Agent | undefined) => Caller

/** @param newId a new id for each call without an agent. */
export function createCallers(agents: AgentBook, newId: () => string): Callers {
  return agent => agent === undefined
    ? { session: agents.nobody(newId()), hasAgent: false, inputs: () => ({ first: '', last: '' }), finalText: () => '' }
    : { session: agents.see(agent), hasAgent: true, inputs: () => userInputs(agent), finalText: () => finalText(agent) }
}
