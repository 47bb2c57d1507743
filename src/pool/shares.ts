/**
 * How runners are shared out, so that runs which hold theirs for long do not keep the others from being
 * judged: some runners are never theirs, and when all are held for long nevertheless, one gives way.
 */
import type { Pace } from './pace.ts'

/** What there is to share. */
export interface Machine {
  readonly maxRunners: number
  readonly processors: number
}

/** A run on a runner. */
export interface Holder {
  readonly expected: Pace
  /** What it has been so far. */
  readonly pace: Pace
  /** It waits for the host at this moment. */
  readonly waiting: boolean
  /** It can be taken off its runner and run again later, and has not been yet. */
  readonly movable: boolean
}

export function isLong({ expected, pace }: Holder): boolean {
  return expected !== 'quick' || pace !== 'quick'
}

function isComputing({ expected, pace, waiting }: Holder): boolean {
  return !waiting && (expected === 'computing' || pace === 'computing')
}

/** Runners that runs which hold theirs for long may have, and how many of those may compute: they take processors as well. */
function sharesOf({ maxRunners, processors }: Machine): { readonly long: number, readonly computing: number } {
  // One runner cannot be shared: whoever has it has it.
  return maxRunners === 1 ? { long: 1, computing: 1 } : { long: maxRunners - 1, computing: Math.max(1, Math.min(maxRunners >> 1, processors - 1)) }
}

/** Runners that there are for quick runs, whatever the others hold; so many may be started beyond the number for that. */
export function quickShareOf(maxRunners: number): number {
  return maxRunners >> 1
}

/** Whether a run may have a runner as things stand. Quick ones always may. */
export function mayHave(pace: Pace, holders: readonly Holder[], machine: Machine): boolean {
  if (pace === 'quick') return true
  const shares = sharesOf(machine)
  const long = holders.filter(isLong)
  if (long.length >= shares.long) return false
  return pace === 'waiting' || long.filter(isComputing).length < shares.computing
}

/** While quick runs wait: who gives way, because it computes without having been expected to and there are too many such. */
export function whoGivesWay<H extends Holder>(holders: readonly H[], machine: Machine): readonly H[] {
  const shares = sharesOf(machine)
  const long = holders.filter(isLong)
  const computing = long.filter(isComputing)
  const tooMany = Math.max(long.length - shares.long, computing.length - shares.computing, 0)
  return computing.filter(holder => holder.expected === 'quick' && holder.movable).slice(0, tooMany)
}

/** What decides whose turn it is. */
export interface Waiting {
  readonly pace: Pace
  /** Nothing speaks against its being quick. */
  readonly trusted: boolean
  /** How much its session has had: the less, the sooner. */
  readonly rank: number
  readonly startedAt: number
  readonly job: { readonly timeoutMs: number }
}

/** Runs that have waited for this part of their time go before all others. */
const PATIENCE = 0.5

/** It has waited for so long that nothing that speaks against it counts any more. */
export function isLate({ startedAt, job }: Pick<Waiting, 'startedAt' | 'job'>, now: number): boolean {
  return now - startedAt > PATIENCE * job.timeoutMs
}

/**
 * The one whose turn it is, of those that may have a runner: the one whose session had least; among equals
 * the one that came first. Null when there is none.
 */
export function nextOf<W extends Waiting>(queue: readonly W[], now: number, may: (pace: Pace) => boolean): W | null {
  let best: W | null = null
  let bestPlace = Number.POSITIVE_INFINITY
  for (const ticket of queue) {
    if (!may(ticket.pace)) continue
    const place = isLate(ticket, now) ? -1 : ticket.trusted ? ticket.rank : Math.max(1, ticket.rank)
    if (place >= bestPlace) continue
    best = ticket
    bestPlace = place
  }
  return best
}
