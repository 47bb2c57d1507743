/** Who makes a call or ends a turn, as the Points see it: from the host's agent, or nobody. */
import type { Agent } from '@deepseek-ai/dsh-agent'
import type { Caller } from '../point/judge.ts'
import type { AgentBook } from './agents.ts'
import { finalText, userInputs } from './shapes.ts'

/** @param call what notices of a call's guards are kept under, see `CallRecord.key`. */
export type Callers = (agent: Agent | undefined, call?: string) => Caller

/** @param newId a new id for each call without an agent. */
export function createCallers(agents: AgentBook, newId: () => string): Callers {
  return (agent, call = undefined) => agent === undefined
    ? { session: agents.nobody(newId()), hasAgent: false, call: null, inputs: () => ({ first: '', last: '' }), finalText: () => '' }
    : { session: agents.see(agent), hasAgent: true, call: call ?? null, inputs: () => userInputs(agent), finalText: () => finalText(agent) }
}
