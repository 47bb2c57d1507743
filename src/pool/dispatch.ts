/**
 * Which of the waiting runs gets a runner, and who gives one back when those that hold theirs for long
 * have taken more than their share. Works on the pool's state; what a share is, is told by `shares`.
 *
 * Tried in its place, by `npm run load -- --quick` on two processors that had much other work: sessions take turns,
 * runs that compute have at most half of the runners, those that wait for a model are not counted. In the one run
 * side by side it used 2.3 times the processor time and was not through in the time in which this one was; in an
 * earlier form, one after the other, its ratio of p99 was 17 beside 28 here, at other loads. Neither was near 3
 * there, so the goal is measured for neither; why it took more is not known.
 */
import { GuardError } from '../errors.ts'
import type { RunJob } from '../types.ts'
import { paceOf, type Pace } from './pace.ts'
import type { PoolState } from './pool-state.ts'
import type { Runner } from './runner.ts'
import { isLate, isLong, mayHave, nextOf, quickShareOf, whoGivesWay, type Holder } from './shares.ts'
import type { Ticket } from './ticket.ts'

/** How often it is looked how the runners are held, while runs wait; milliseconds. */
const LOOK_MS = 25

/** Gives waiting runs to idle runners and has more runners started for the rest. */
export function pump(pool: PoolState): void {
  const { queue, set, options } = pool
  while (queue.length > 0) {
    const may = admission(pool)
    const idle = set.idle()
    // A run that is run again takes none that has run anything.
    const isFresh = idle.some(runner => runner.runs === 0)
    const eligible = isFresh ? queue : queue.filter(ticket => !ticket.reran)
    const ticket = idle.length === 0 ? null : nextOf(eligible, options.time.now(), may)
    const runner = ticket === null ? null : set.pick(ticket.job.hash, { fresh: ticket.reran, lowered: ticket.pace === 'computing' })
    if (ticket === null || runner === null) {
      if (eligible.length < queue.length) set.makeRoom()
      askForMore(pool, queue.filter(waiting => may(waiting.pace)).length)
      lookAgain(pool)
      return
    }
    queue.splice(queue.indexOf(ticket), 1)
    pool.begin(ticket, runner)
  }
}

function askForMore(pool: PoolState, missing: number): void {
  if (missing === 0) return
  pool.set.startUpTo(missing)
  relieve(pool)
}

/** A runner may be free for who waits although none was given back: its holder waits for the host now, or computes. */
function lookAgain(pool: PoolState): void {
  pool.cancelLook ??= pool.options.time.after(LOOK_MS, () => {
    pool.cancelLook = null
    pump(pool)
  }, false)
}

/** Which runs may have a runner as things stand. */
function admission(pool: PoolState): (pace: Pace) => boolean {
  let holders: readonly Holder[] | null = null
  const known = new Map<Pace, boolean>([['quick', true]])
  return (pace) => {
    const before = known.get(pace)
    if (before !== undefined) return before
    holders ??= holdersOf(pool)
    const answer = mayHave(pace, holders, pool.options)
    known.set(pace, answer)
    return answer
  }
}

/** What a run did to its runner counts for the next ones like it, and for those of its guard that wait. */
export function learn(pool: PoolState, ticket: Ticket, pace: Pace): void {
  const { book, ledger, options } = pool
  book.learn(ticket.job, pace)
  if (ticket.at !== null) {
    const waitedMs = ticket.at.attempt.waitedMs()
    ledger.charge(ticket.job.input.session.rootSessionId, options.time.now() - ticket.at.since - waitedMs, waitedMs)
  }
  if (pace === 'quick') return
  for (const waiting of pool.queue) {
    if (waiting.job.hash === ticket.job.hash && !waiting.gaveWay) Object.assign(waiting, expectationOf(pool, waiting.job))
  }
}

export function expectationOf({ book, ledger }: Pick<PoolState, 'book' | 'ledger'>, job: RunJob): Pick<Ticket, 'pace' | 'trusted' | 'rank'> {
  return { pace: book.expect(job), trusted: book.trusted(job), rank: ledger.rank(job.input.session.rootSessionId) }
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
 * way; where too few are left nevertheless, further runners are started for those whose turn it is.
 */
function relieve(pool: PoolState): void {
  const { queue, set, options } = pool
  const waiting = queue.filter(ticket => ticket.pace === 'quick')
  if (waiting.length === 0 || options.maxRunners === 1) return
  const holders = holdersOf(pool)
  const leaving = whoGivesWay(holders, options)
  for (const holder of leaving) giveWay(pool, holder.runner, holder.ticket)
  if (leaving.length > 0) {
    set.startUpTo(waiting.length)
    return
  }
  const isTheirTurn = waiting.some(ticket => ticket.trusted || isLate(ticket, options.time.now()))
  if (!isTheirTurn || set.all().length < options.maxRunners) return
  const share = quickShareOf(options.maxRunners)
  set.startUpTo(share - holders.filter(holder => !isLong(holder)).length, share)
}

/** Whether there are more runners than there may be, and enough for quick runs without this one. */
export function isSurplus(pool: PoolState): boolean {
  const { set, options } = pool
  const all = set.all().length
  if (all <= options.maxRunners || set.idle().length === 0) return false
  return all - holdersOf(pool).filter(isLong).length > quickShareOf(options.maxRunners)
}

function holdersOf(pool: PoolState): (Holder & { readonly runner: Runner, readonly ticket: Ticket })[] {
  return [...pool.working].map(([runner, ticket]) => ({
    runner, ticket,
    expected: ticket.pace,
    pace: paceNow(pool, runner, ticket),
    waiting: ticket.at?.attempt.waiting() === true,
    movable: !ticket.gaveWay && ticket.at?.attempt.movable() === true,
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
