/** Who makes a call or ends a turn, as the Points see it: from the host's agent, or nobody. */
import type { Agent } from '@deepseek-ai/dsh-agent';
import type { Caller } from '../point/judge.ts';
import type { AgentBook } from './agents.ts';
export type Callers = (agent: Agent | undefined) => Caller;
/** @param newId a new id for each call without an agent. */
export declare function createCallers(agents: AgentBook, newId: () => string): Callers;
