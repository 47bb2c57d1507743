/** What guards and gates remember: sessions, counters, records. Knows no host. */
import { createNoticeQueue } from '../notice/queue.ts'
import { createAgentStates } from '../state/agent-state.ts'
import type { AgentStates } from '../state/agent-state.ts'
import { createHumanLines } from '../state/human-lines.ts'
import type { HumanLines } from '../state/human-lines.ts'
import { createCounters } from '../state/counters.ts'
import type { CounterBoard } from '../state/counters.ts'
import { createMetrics } from '../state/metrics.ts'
import type { Metrics } from '../state/metrics.ts'
import { createNotes } from '../state/notes.ts'
import type { Notes } from '../state/notes.ts'
import { createRefusedCalls } from '../state/refused-calls.ts'
import type { RefusedCallBook, RefusedCallList } from '../state/refused-calls.ts'
import { createSessionRegistry } from '../state/per-session.ts'
import type { SessionRegistry } from '../state/per-session.ts'
import { createTokenBook } from '../state/tokens.ts'
import type { TokenBook } from '../state/tokens.ts'
import { createSessionFiles } from '../state/session-file.ts'
import type { SessionFiles } from '../state/session-file.ts'
import { createTurnLog, emptyTurn } from '../state/turn-log.ts'
import type { TurnLog } from '../state/turn-log.ts'
import type { PerSession } from '../types.ts'

export interface Memory {
  readonly refusals: RefusedCallBook
  readonly registry: SessionRegistry
  readonly states: AgentStates
  readonly files: SessionFiles
  readonly counters: CounterBoard
  readonly metrics: Metrics
  readonly notes: Notes
  readonly tokens: TokenBook
  readonly said: HumanLines
  readonly turnLog: TurnLog
  /** A store of its own for each part that remembers something of sessions, by name. */
  storeFor<T extends object>(part: string): (create: () => T) => PerSession<T>
}

/**
 * @param folder where sessions are kept on disk; null: nowhere.
 * @param report told of failures, in words for the human.
 */
export function createMemory(maxSessions: number, folder: string | null, report: (text: string) => void): Memory {
  const registry = createSessionRegistry(maxSessions)
  const counters = createCounters()
  const stores = new Map<string, unknown>()
  const files = createSessionFiles(folder, report)
  return {
    registry,
    counters,
    refusals: createRefusedCalls(registry.store<RefusedCallList>(() => []), () => Date.now()),
    files,
    states: createAgentStates({ registry, files, createQueue: (changed, initial) => createNoticeQueue(counters, changed, initial) }),
    metrics: createMetrics(),
    notes: createNotes(),
    tokens: createTokenBook(),
    said: createHumanLines(),
    turnLog: createTurnLog(registry.store(emptyTurn)),
    storeFor: <T extends object>(part: string) => (create: () => T) => {
      const known = stores.get(part) as PerSession<T> | undefined
      if (known !== undefined) return known
      const fresh = registry.store(create)
      stores.set(part, fresh)
      return fresh
    },
  }
}
