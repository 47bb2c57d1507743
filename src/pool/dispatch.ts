/**
 * Which of the waiting runs gets a runner, and who gives one back when those that hold theirs for long
 * have taken more than their share. Works on the pool's state; what a share is, is told by `shares`.
 */
import { GuardError } from '../errors.ts'
import type { RunJob } from '../types.ts'
import { paceOf, type Pace, type PaceBook } from './pace.ts'
import type { PoolState } from './pool-state.ts'
import type { Runner } from './runner.ts'
import { inTurn, isLong, mayHave, whoGivesWay, type Holder } from './shares.ts'
import type { Ticket } from './ticket.ts'

/** How often it is looked whether a runner is held for long, while runs wait; milliseconds. */
const LOOK_MS = 25

/** Gives waiting runs to idle runners and has more runners started for the rest. */
export function pump(pool: PoolState): void {
  const { queue, set, options } = pool
  if (queue.length === 0) return
  let missing = 0
  for (const ticket of inTurn(queue, options.time.now())) {
    if (missing >= options.maxRunners) break
    if (ticket.pace !== 'quick' && !mayHave(ticket.pace, holdersOf(pool), options.maxRunners)) continue
    const runner = set.pick(ticket.job.hash, { fresh: ticket.reran, lowered: ticket.pace === 'computing' })
    if (runner === null) {
      missing += 1
      continue
    }
    queue.splice(queue.indexOf(ticket), 1)
    pool.begin(ticket, runner)
  }
  if (missing === 0) return
  set.startUpTo(missing)
  relieve(pool)
}

/** What a run did to its runner counts for the next ones like it, and for those of its guard that wait. */
export function learn(pool: PoolState, ticket: Ticket, pace: Pace): void {
  pool.book.learn(ticket.job, pace)
  if (pace === 'quick') return
  for (const waiting of pool.queue) {
    if (waiting.job.hash === ticket.job.hash && !waiting.gaveWay) Object.assign(waiting, expectationOf(pool.book, waiting.job))
  }
}

export function expectationOf(book: PaceBook, job: RunJob): Pick<Ticket, 'pace' | 'trusted'> {
  return { pace: book.expect(job), trusted: book.trusted(job) }
}

/** What a run that is at work has done to its runner so far. */
export function paceNow({ options }: PoolState, runner: Runner, ticket: Ticket): Pace {
  if (ticket.at === null) return 'quick'
  const { since, attempt } = ticket.at
  return paceOf({ heldMs: options.time.now() - since, waitedMs: attempt.waitedMs(), cpuMs: runner.usage.spent(attempt.run), over: false })
}

/** What a run did to its runner that has come to its end by itself, by the runner's own account. */
export function paceAtEnd({ options }: PoolState, ticket: Ticket, cpuMs: number | null): Pace {
  if (ticket.at === null) return 'quick'
  return paceOf({ heldMs: options.time.now() - ticket.at.since, waitedMs: ticket.at.attempt.waitedMs(), cpuMs, over: true })
}

/** Takes a run off its runner, to be begun again. */
export function putBack(ticket: Ticket): void {
  ticket.at?.attempt.close(() => new GuardError('CANCELLED', 'the guard is run again on another runner'))
  ticket.at = null
}

/**
 * Runs wait that could be over at once, and no runner is free. Those that compute beyond their share give
 * way; where that is not possible, one runner more is started for those that are trusted.
 */
function relieve(pool: PoolState): void {
  const { queue, set, options } = pool
  const waiting = queue.filter(ticket => ticket.pace === 'quick')
  if (waiting.length === 0 || options.maxRunners === 1) return
  const holders = holdersOf(pool)
  const leaving = whoGivesWay(holders, options.maxRunners)
  for (const holder of leaving) giveWay(pool, holder.runner, holder.ticket)
  if (leaving.length > 0) set.startUpTo(waiting.length)
  else if (set.all().length === holders.length && holders.every(isLong) && waiting.some(ticket => ticket.trusted)) set.startReserve()
  if (holders.every(isLong)) return
  pool.cancelLook ??= options.time.after(LOOK_MS, () => {
    pool.cancelLook = null
    pump(pool)
  }, false)
}

function holdersOf(pool: PoolState): (Holder & { readonly runner: Runner, readonly ticket: Ticket })[] {
  return [...pool.working].map(([runner, ticket]) => ({
    runner, ticket,
    expected: ticket.pace,
    pace: paceNow(pool, runner, ticket),
    waiting: ticket.at?.attempt.waiting() === true,
    movable: !ticket.gaveWay && ticket.at?.attempt.repeatable() === true,
  }))
}

/** Its time goes on; it comes last, and as one of those that hold a runner for long. */
function giveWay(pool: PoolState, runner: Runner, ticket: Ticket): void {
  pool.counts.gaveWay += 1
  learn(pool, ticket, 'computing')
  pool.working.delete(runner)
  pool.set.stop(runner)
  putBack(ticket)
  ticket.gaveWay = true
  ticket.pace = 'computing'
  pool.queue.push(ticket)
}
