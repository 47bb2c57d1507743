/** What a pool is made of and what can be seen of it; which job runs where is the pool's own. */
import type { Fault, FaultCode } from '../types.ts'
import type { PoolTime, StartRunner } from './link.ts'
import type { MemoryWatch, ReadRss } from './memory-watch.ts'
import type { Ledger } from './ledger.ts'
import type { PaceBook } from './pace.ts'
import type { Priority } from './priority.ts'
import type { Runner } from './runner.ts'
import type { RunnerSet, RunnerSetCounts } from './runner-set.ts'
import type { Ticket } from './ticket.ts'
import type { ReadCpu } from './usage.ts'

export interface PoolOptions {
  readonly start: StartRunner
  readonly time: PoolTime
  readonly readRss: ReadRss
  readonly readCpu: ReadCpu
  readonly priority: Priority
  readonly maxRunners: number
  /** Processors of the machine; the host keeps one. */
  readonly processors: number
  /** Heap of one runner, MiB; resident memory may go some way above it. */
  readonly memoryMb: number
  /** Steps of one run; 0 turns the limit off. */
  readonly maxSteps: number
  /** Own work after which a runner is replaced, milliseconds. */
  readonly maxWorkMs: number
  /** Runs after which a runner is replaced. */
  readonly maxRuns: number
  /** What to do when no runner can be started; ends the text of that fault. */
  readonly startAdvice: string
}

export interface PoolStats extends RunnerSetCounts {
  readonly queued: number
  readonly runners: readonly { readonly pid: number | null, readonly state: string, readonly runs: number, readonly guards: number, readonly rssBytes: number | null }[]
  readonly runs: number
  readonly reruns: number
  /** Runs that were taken off their runner because they held it for long while quick ones waited. */
  readonly gaveWay: number
  readonly kills: Readonly<Record<'timeout' | 'memory' | 'cancelled' | 'protocol', number>>
}

/** What the pool needs to remember about itself. */
export interface PoolState {
  readonly options: PoolOptions
  readonly queue: Ticket[]
  readonly working: Map<Runner, Ticket>
  readonly set: RunnerSet
  readonly watch: MemoryWatch
  readonly book: PaceBook
  readonly ledger: Ledger
  readonly counts: { runs: number, reruns: number, gaveWay: number, timeout: number, memory: number, cancelled: number, protocol: number }
  readonly begin: (ticket: Ticket, runner: Runner) => void
  nextRun: number
  disposed: boolean
  /** Takes back the next look at how the runners are shared out; null when none is due. */
  cancelLook: (() => void) | null
}

export function statsOf({ set, queue, counts }: PoolState): PoolStats {
  const { runs, reruns, gaveWay, timeout, memory, cancelled, protocol } = counts
  return {
    ...set.counts, runs, reruns, gaveWay,
    queued: queue.length,
    kills: { timeout, memory, cancelled, protocol },
    runners: set.all().map(runner => ({ pid: runner.pid(), state: runner.state, runs: runner.runs, guards: runner.loaded.size, rssBytes: runner.rssBytes })),
  }
}

export function faultOf(code: FaultCode, message: string): Fault {
  return { code, message, position: null }
}
