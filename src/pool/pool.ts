/**
 * The pool: which job runs on which runner, and what becomes of a job whose runner is slow, full or dead.
 * Does not know what a runner is made of.
 *
 * Invariant: every job gets exactly one report, whatever happens to runners, and nothing here rejects.
 */
import type { RunnerFrame } from '../protocol.ts'
import type { Fault, GuardRunner, RunJob, RunReport } from '../types.ts'
import { createAttempt } from './attempt.ts'
import { faultOfDeath } from './death.ts'
import { expectationOf, isSurplus, learn, paceAtEnd, paceNow, pump, putBack } from './dispatch.ts'
import { TOO_LARGE, framesOf, inputTextOf } from './job-frames.ts'
import type { RunnerEnd } from './link.ts'
import { createLedger } from './ledger.ts'
import { createMemoryWatch } from './memory-watch.ts'
import { createPaceBook } from './pace.ts'
import { faultOf, statsOf, type PoolOptions, type PoolState, type PoolStats } from './pool-state.ts'
import { createRunnerSet } from './runner-set.ts'
import type { Runner } from './runner.ts'
import { createTicket, reportWithoutRun, type Ticket } from './ticket.ts'

export type { PoolOptions, PoolStats }

export interface RunnerPool extends GuardRunner {
  /** Starts a first runner ahead of time. */
  warm(): void
  stats(): PoolStats
  /** Ends every runner; jobs end as cancelled. Resolves when the runners are gone. Twice is a no-op. */
  dispose(): Promise<void>
}

const MIB = 1 << 20
/** A runner's memory apart from its heap, MiB, and how far above the heap limit the rest may go. */
const BASE_MEMORY_MB = 64
const MEMORY_SLACK = 1.6
/** Guards in one runner; after a hundred reloads most of them are old texts. */
const MAX_LOADED = 256
/** Reading a process's memory costs more than a short run does. */
const RUNS_BETWEEN_READINGS = 64
const LONG_RUN_MS = 25

export function createRunnerPool(options: PoolOptions): RunnerPool {
  const working = new Map<Runner, Ticket>()
  const pool: PoolState = {
    options, working,
    queue: [],
    set: createRunnerSet(options, {
      available: () => { pump(pool) },
      frame: (runner, frame, bytes) => { takeFrame(pool, runner, frame, bytes) },
      malformed: (runner, reason) => { violated(pool, runner, reason) },
      died: (runner, end) => { died(pool, runner, end) },
      noneLeft: (why) => { failQueue(pool, why) },
    }),
    watch: createMemoryWatch<Runner>({
      limitBytes: (options.memoryMb * MEMORY_SLACK + BASE_MEMORY_MB) * MIB,
      time: options.time,
      readRss: options.readRss,
      working: () => [...working.keys()],
      exceeded: (runner) => { stopAt(pool, runner, 'memory', faultOf('memory_limit', `the guard used more memory than its runner may have (sandbox.memoryMb is ${options.memoryMb}) and was stopped; make it keep less, or raise that`)) },
      looked: (runner) => { lookAt(pool, runner) },
    }),
    book: createPaceBook(),
    ledger: createLedger(() => options.time.now()),
    counts: { runs: 0, reruns: 0, gaveWay: 0, timeout: 0, memory: 0, cancelled: 0, protocol: 0 },
    begin: (ticket, runner) => { begin(pool, ticket, runner) },
    nextRun: 1,
    disposed: false,
    cancelLook: null,
  }
  return {
    run: job => run(pool, job),
    warm() { if (pool.set.all().length === 0) pool.set.startUpTo(1) },
    stats: () => statsOf(pool),
    async dispose() {
      pool.disposed = true
      pool.watch.stop()
      pool.cancelLook?.()
      const tickets = [...pool.queue.splice(0), ...working.values()]
      working.clear()
      for (const ticket of tickets) ticket.settle({ cancelled: true })
      await pool.set.dispose()
    },
  }
}

async function run(pool: PoolState, job: RunJob): Promise<RunReport> {
  if (pool.disposed || job.signal.aborted) return reportWithoutRun(null, true)
  const inputText = inputTextOf(job)
  if (typeof inputText !== 'string') return reportWithoutRun(inputText, false)
  const ticket = createTicket(job, inputText, expectationOf(pool, job), pool.options.time, {
    expired: (expired) => { endEarly(pool, expired, 'timeout') },
    cancelled: (cancelled) => { endEarly(pool, cancelled, 'cancelled') },
  })
  pool.queue.push(ticket)
  pump(pool)
  return ticket.report
}

function begin(pool: PoolState, ticket: Ticket, runner: Runner): void {
  const { job } = ticket
  const number = pool.nextRun
  const load = runner.loaded.has(job.hash) ? null : pool.options
  const texts = framesOf(job, number, ticket.inputText, load)
  if (texts === null) {
    ticket.settle({ fault: TOO_LARGE })
    return
  }
  pool.nextRun += 1
  runner.loaded.add(job.hash)
  runner.state = 'busy'
  const attempt = createAttempt(number, job, {
    now: () => pool.options.time.now(),
    reply: (text) => { runner.post([text]) },
    violated: (reason) => { violated(pool, runner, reason) },
    done: (fault, logsDropped, cpuMs) => { finished(pool, runner, ticket, { fault, logsDropped, cpuMs }) },
  })
  ticket.at = { runner, attempt, since: pool.options.time.now() }
  pool.working.set(runner, ticket)
  pool.watch.wake()
  if (ticket.pace === 'computing') lower(pool, runner)
  runner.post(texts)
  pool.set.spareSoon()
}

function takeFrame(pool: PoolState, runner: Runner, frame: RunnerFrame, bytes: number): void {
  const attempt = pool.working.get(runner)?.at?.attempt
  if (attempt === undefined) violated(pool, runner, 'it spoke without being asked')
  else attempt.take(frame, bytes)
}

function finished(pool: PoolState, runner: Runner, ticket: Ticket, end: { readonly fault: Fault | null, readonly logsDropped: number, readonly cpuMs: number | null }): void {
  pool.counts.runs += 1
  pool.working.delete(runner)
  learn(pool, ticket, paceAtEnd(pool, ticket, end.cpuMs))
  ticket.settle(end)
  const took = ticket.at === null ? 0 : pool.options.time.now() - ticket.at.since - ticket.at.attempt.waitedMs()
  runner.runs += 1
  runner.workedMs += took
  if (took > LONG_RUN_MS || runner.runs % RUNS_BETWEEN_READINGS === 1) {
    pool.watch.read(runner)
    runner.firstRssBytes ??= runner.rssBytes
  }
  raise(pool, runner)
  pool.set.release(runner, isWorn(pool, runner) || (runner.lowered && ticket.pace !== 'computing') ? 'worn' : isSurplus(pool) ? 'surplus' : 'good')
}

/** Looks at a run that is not over yet: a runner that computes for long makes way for the host and for the others. */
function lookAt(pool: PoolState, runner: Runner): void {
  const ticket = pool.working.get(runner)
  if (ticket?.at == null) return
  // Of a thread, too: that nothing can be read of it is what makes wall clock count.
  runner.usage.read(ticket.at.attempt.run, runner.pid())
  if (paceNow(pool, runner, ticket) === 'computing') lower(pool, runner)
}

function lower({ options }: PoolState, runner: Runner): void {
  const pid = runner.pid()
  if (runner.lowered || pid === null) return
  runner.lowered = true
  options.priority.lower(pid)
}

/** Where the system lets nobody raise a priority again, the runner stays for those that compute. */
function raise({ options }: PoolState, runner: Runner): void {
  const pid = runner.pid()
  if (runner.lowered && pid !== null && options.priority.restore(pid)) runner.lowered = false
}

function isWorn({ options, set }: PoolState, runner: Runner): boolean {
  const grown = (runner.rssBytes ?? 0) - (runner.firstRssBytes ?? 0)
  if (runner.workedMs >= options.maxWorkMs || runner.loaded.size >= MAX_LOADED || grown > options.memoryMb * MIB / 2) return true
  // Runners that began together come of age together; one after the other is replaced.
  return runner.runs >= options.maxRuns && !set.all().some(other => other.state === 'starting')
}

/** Time or the turn is over, for a job that waits or runs. */
function endEarly(pool: PoolState, ticket: Ticket, why: 'timeout' | 'cancelled'): void {
  const { timeoutMs } = ticket.job
  const running = ticket.at
  if (running !== null) {
    const fault = faultOf('timeout', `the guard did not come to an end within ${timeoutMs} ms and was stopped; make it faster, or raise timeoutMs`)
    stopAt(pool, running.runner, why, why === 'timeout' ? fault : null)
    return
  }
  pool.queue.splice(pool.queue.indexOf(ticket), 1)
  if (why === 'cancelled') ticket.settle({ cancelled: true })
  else ticket.settle({ fault: faultOf('no_runner_free', `no runner was free for the guard within ${timeoutMs} ms; raise sandbox.maxRunners or timeoutMs, or make the guards faster`) })
}

/** Kills a runner at its work and settles the job that it was at. */
function stopAt(pool: PoolState, runner: Runner, why: keyof PoolStats['kills'], fault: Fault | null): void {
  const ticket = pool.working.get(runner)
  pool.counts[why] += 1
  if (ticket !== undefined) learn(pool, ticket, paceNow(pool, runner, ticket))
  pool.working.delete(runner)
  pool.set.stop(runner)
  ticket?.settle(why === 'cancelled' ? { cancelled: true } : { fault })
  pump(pool)
  pool.set.spareSoon()
}

function violated(pool: PoolState, runner: Runner, reason: string): void {
  stopAt(pool, runner, 'protocol', faultOf('protocol', `the guard's runner broke the protocol and was stopped: ${reason}`))
}

function died(pool: PoolState, runner: Runner, end: RunnerEnd): void {
  const ticket = pool.working.get(runner)
  pool.working.delete(runner)
  if (ticket !== undefined) {
    learn(pool, ticket, paceNow(pool, runner, ticket))
    // The heap may have been full of what an earlier guard left. Whoever crashes a fresh runner did it; a job
    // that is run again gets a fresh one, so there is no third time.
    if (runner.runs > 0 && ticket.at?.attempt.repeatable() === true) {
      putBack(ticket)
      ticket.reran = true
      pool.counts.reruns += 1
      pool.queue.unshift(ticket)
      // A dead one has just made room for it.
      if (pool.set.pick(ticket.job.hash, { fresh: true, lowered: false }) === null) pool.set.startUpTo(1)
    } else {
      ticket.settle({ fault: { ...faultOfDeath(end), position: null } })
    }
  }
  pump(pool)
  pool.set.spareSoon()
}

function failQueue(pool: PoolState, why: string): void {
  for (const ticket of pool.queue.splice(0)) ticket.settle({ fault: faultOf('runner_unavailable', `no runner for guards could be started: ${why}; ${pool.options.startAdvice}`) })
}
