/** The memory of one mount that outlives its re-mounts: what guards remember, and what is in flight on the host. */
import { randomUUID } from 'node:crypto'
import { createAgentBook } from '../host/agents.ts'
import type { AgentBook } from '../host/agents.ts'
import { createDelivery } from '../host/delivery.ts'
import type { Delivery } from '../host/delivery.ts'
import type { TurnMemory } from '../host/turn-memory.ts'
import { createMemory } from './memory.ts'
import type { Memory } from './memory.ts'

export interface Kept extends Memory {
  readonly agents: AgentBook
  readonly delivery: Delivery
  readonly turns: TurnMemory
}

/** See `createMemory`. */
export function createKept(maxSessions: number, folder: string | null, report: (text: string) => void): Kept {
  const memory = createMemory(maxSessions, folder, report)
  return { ...memory, agents: createAgentBook(memory.registry), delivery: createDelivery(randomUUID), turns: new WeakMap() }
}
