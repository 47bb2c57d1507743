/** What the tests of state and Points share: sessions, a memory in place of the disk, scripted guards. */
import { createNoticeQueue } from '../../../src/notice/queue.ts'
import type { PointDeps } from '../../../src/point/run.ts'
import { EMPTY_VERDICT } from '../../../src/point/run.ts'
import { createAgentStates } from '../../../src/state/agent-state.ts'
import type { AgentStates } from '../../../src/state/agent-state.ts'
import { createCounters } from '../../../src/state/counters.ts'
import type { CounterBoard } from '../../../src/state/counters.ts'
import { createSessionRegistry } from '../../../src/state/per-session.ts'
import type { SessionRegistry } from '../../../src/state/per-session.ts'
import type { SessionFiles } from '../../../src/state/session-file.ts'
import { EMPTY_RECORD } from '../../../src/state/session-record.ts'
import type { SessionRecord } from '../../../src/state/session-record.ts'
import type { DecisionRecord, Mode, Outcome, PointGuard, PointInput, Position, SessionRef, Verdict } from '../../../src/types.ts'

export function session(id = 's1', overrides: Partial<SessionRef> = {}): SessionRef {
  return { sessionId: id, agentId: `agent-${id}`, rootSessionId: id, cwd: '/workspace', isSubagent: false, ...overrides }
}

export function subagent(id: string, root: string): SessionRef {
  return session(id, { rootSessionId: root, isSubagent: true })
}

/** Session files in memory; `disk` is what a restart would find. */
export function memoryFiles(disk: Map<string, SessionRecord> = new Map()): SessionFiles & { readonly disk: Map<string, SessionRecord> } {
  return {
    disk,
    load: id => disk.get(id) ?? EMPTY_RECORD,
    save(id, record) {
      disk.set(id, structuredClone(record))
      return Promise.resolve()
    },
    survey: () => ({
      runtimeGuard: [...disk.values()].some(record => record.runtimeGuard !== null),
      switchedOn: new Set([...disk.values()].flatMap(record => Object.entries(record.toggles).flatMap(([name, mode]) => mode === 'off' ? [] : [name]))),
    }),
    settled: () => Promise.resolve(),
  }
}

export interface StateWorld {
  readonly states: AgentStates
  readonly registry: SessionRegistry
  readonly counters: CounterBoard
  readonly files: ReturnType<typeof memoryFiles>
}

export function stateWorld(options: { readonly max?: number, readonly disk?: Map<string, SessionRecord> } = {}): StateWorld {
  const registry = createSessionRegistry(options.max ?? 8)
  const counters = createCounters()
  const files = memoryFiles(options.disk)
  const states = createAgentStates({ registry, files, createQueue: (changed, initial) => createNoticeQueue(counters, changed, initial) })
  return { states, registry, counters, files }
}

export function pointInput(overrides: Partial<PointInput> = {}): PointInput {
  return {
    point: 'command', session: session(), task: '', request: '', output: '', round: 0, naturalStop: false,
    command: { name: 'bash', args: {}, callId: 'c1' }, result: null, hasAgent: true,
    ...overrides,
  }
}

export function verdict(overrides: Partial<Verdict> = {}): Verdict {
  return { ...EMPTY_VERDICT, ...overrides }
}

export interface FakeGuard extends PointGuard {
  readonly seen: PointInput[]
}

/** A guard that answers with `answer`, as often as it is asked. */
export function fakeGuard(name: string, answer: Partial<Verdict> | ((input: PointInput, signal: AbortSignal) => Promise<Verdict>) = {}, overrides: Partial<PointGuard> = {}): FakeGuard {
  const seen: PointInput[] = []
  return {
    name, kind: 'script', points: ['start', 'command', 'result', 'stop', 'terminate'], mode: 'enforce',
    hash: () => 'f00d',
    applies: () => true,
    async judge(input, context) {
      seen.push(input)
      return typeof answer === 'function' ? await answer(input, context.signal) : verdict(answer)
    },
    ...overrides,
    seen,
  }
}

export interface RecordedDecision {
  readonly decision: DecisionRecord
  readonly position: Position | null
}

/** Points without a host: modes by guard name, records in a list, a clock that stands still. */
export function pointDeps(modes: Readonly<Record<string, Mode>> = {}): PointDeps & { readonly records: RecordedDecision[], readonly evaluations: (readonly Outcome[])[] } {
  const records: RecordedDecision[] = []
  const evaluations: (readonly Outcome[])[] = []
  return {
    records,
    evaluations,
    evaluated: (outcomes) => { evaluations.push(outcomes) },
    clock: { now: () => 1_000 },
    modeOf: (_input, guard) => modes[guard.name] ?? guard.mode,
    record: (decision, position) => { records.push({ decision, position }) },
    enter: async (_input, body) => await body(),
  }
}
