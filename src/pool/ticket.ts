/**
 * One job on its way through the pool: its clock, its cancellation, and the one report that comes out of
 * it. The clock starts when the job comes in, so that waiting for a runner counts.
 */
import { GuardError } from '../errors.ts'
import type { Fault, RunJob, RunReport } from '../types.ts'
import type { Attempt } from './attempt.ts'
import type { PoolTime } from './link.ts'
import type { Pace } from './pace.ts'
import type { Runner } from './runner.ts'

export interface Ticket {
  readonly job: RunJob
  /** The input of the run frame, as text. */
  readonly inputText: string
  /** Set while a runner works on it. */
  at: { readonly runner: Runner, readonly attempt: Attempt, readonly since: number } | null
  /** It has been given back once because a runner died under it; it gets a fresh one, and no third. */
  reran: boolean
  /** What it is expected to do to its runner. */
  pace: Pace
  /** Nothing speaks against its being quick. */
  trusted: boolean
  /** How much its session has had of the runners lately. */
  rank: number
  /** On the pool's clock. */
  readonly startedAt: number
  /** It has been taken off a runner once, for others to get on; it is not a second time. */
  gaveWay: boolean
  readonly report: Promise<RunReport>
  /** The first one counts. */
  settle(outcome: { readonly fault?: Fault | null, readonly cancelled?: boolean, readonly logsDropped?: number }): void
}

export interface TicketEvents {
  expired(ticket: Ticket): void
  cancelled(ticket: Ticket): void
}

export function createTicket(job: RunJob, inputText: string, expected: Pick<Ticket, 'pace' | 'trusted' | 'rank'>, time: PoolTime, events: TicketEvents): Ticket {
  const startedAt = time.now()
  let resolve: (report: RunReport) => void = () => undefined
  const report = new Promise<RunReport>((settled) => { resolve = settled })
  const onAbort = (): void => { events.cancelled(ticket) }
  // The only thing that keeps the host's process alive for a run: runners and pipes never do.
  const stopClock = time.after(job.timeoutMs, () => { events.expired(ticket) }, true)
  job.signal.addEventListener('abort', onAbort, { once: true })
  const ticket: Ticket = {
    job, inputText, report, ...expected, startedAt, at: null, reran: false, gaveWay: false,
    settle({ fault = null, cancelled = false, logsDropped = 0 }) {
      stopClock()
      job.signal.removeEventListener('abort', onAbort)
      const attempt = ticket.at?.attempt
      attempt?.close(() => reasonOf(fault, cancelled))
      resolve({ actions: attempt?.actions ?? [], logs: attempt?.logs ?? [], fault, cancelled, logsDropped, ms: time.now() - startedAt })
    },
  }
  return ticket
}

function reasonOf(fault: Fault | null, cancelled: boolean): GuardError {
  if (!cancelled && fault?.code === 'timeout') return new GuardError('TIMEOUT', fault.message)
  return new GuardError('CANCELLED', 'the guard that asked for this is no longer running')
}

/** A report for a job that never came to a runner. */
export function reportWithoutRun(fault: Fault | null, cancelled: boolean): RunReport {
  return { actions: [], logs: [], fault, cancelled, logsDropped: 0, ms: 0 }
}
