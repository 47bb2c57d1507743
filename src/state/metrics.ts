/**
 * What the evaluations of each guard came to: counts by outcome, a window of run times, the last
 * fault; and the last decisions of all guards. In memory, for the life of the plugin.
 */
import type { DecisionRecord, DecisionSink, FaultCode, Outcome, Point, Position } from '../types.ts'

/** Run times kept per guard for the percentiles. */
const WINDOW = 256
/** Decisions kept for `recent`: this many that acted or failed, and as many of the others. */
export const MAX_RECENT = 200

export interface GuardMetrics {
  readonly runs: number
  readonly outcomes: Readonly<Record<Outcome, number>>
  /** Milliseconds; null before the first run. */
  readonly p50Ms: number | null
  readonly p95Ms: number | null
  readonly lastError: { readonly text: string, readonly fault: FaultCode, readonly position: Position | null, readonly time: number, readonly sessionId: string } | null
  /** The latest first, at most 3. */
  readonly last: readonly { readonly point: Point, readonly outcome: Outcome, readonly reason: string | null, readonly time: number }[]
}

export interface Metrics extends DecisionSink {
  /** @param position of the fault, where the decision is one. */
  record(decision: DecisionRecord, position?: Position | null): void
  /**
   * Counts one event at one Point: each outcome that its guards came to once, and `passed` when one of them ran and
   * none acted or failed.
   */
  evaluated(outcomes: readonly Outcome[]): void
  of(guard: string): GuardMetrics
  /** Of events, see `evaluated`. */
  totals(): Readonly<Record<Outcome, number>>
  /**
   * The latest last.
   * @param sessionId only those of this session and of the subagents below it; null: of all.
   * @param what `acted`: those that changed something, would have, or failed; `all`: up to `count` of those and up to `count` of the others.
   */
  recent(count: number, sessionId?: string | null, what?: 'all' | 'acted'): readonly DecisionRecord[]
}

interface Entry {
  runs: number
  outcomes: Record<Outcome, number>
  times: number[]
  next: number
  lastError: GuardMetrics['lastError']
  last: GuardMetrics['last']
}

const none = (): Record<Outcome, number> => ({ fired: 0, denied: 0, asked: 0, passed: 0, script_error: 0, capped: 0, observed: 0 })

export function createMetrics(): Metrics {
  const entries = new Map<string, Entry>()
  const totals = none()
  // Two places, so that what passed does not push out what acted.
  const acted: Kept[] = []
  const quiet: Kept[] = []
  let number = 0

  const entryOf = (guard: string): Entry => {
    const known = entries.get(guard)
    if (known !== undefined) return known
    const fresh: Entry = { runs: 0, outcomes: none(), times: [], next: 0, lastError: null, last: [] }
    entries.set(guard, fresh)
    return fresh
  }

  return {
    record(decision, position = null) {
      const entry = entryOf(decision.guard)
      entry.runs += 1
      entry.outcomes[decision.outcome] += 1
      // At the cap nothing ran, so its zero would only flatter the percentiles.
      if (decision.outcome !== 'capped') {
        entry.times[entry.next] = decision.ms
        entry.next = (entry.next + 1) % WINDOW
      }
      const { fault, time, sessionId } = decision
      if (fault !== null) entry.lastError = { text: decision.reason ?? fault, fault, position, time, sessionId }
      entry.last = [{ point: decision.point, outcome: decision.outcome, reason: decision.reason, time: decision.time }, ...entry.last].slice(0, 3)
      const place = hasActed(decision) ? acted : quiet
      place.push({ number: number += 1, decision })
      if (place.length > MAX_RECENT) place.shift()
    },
    evaluated(outcomes) {
      const others = new Set(outcomes.filter(outcome => outcome !== 'passed'))
      for (const outcome of others) totals[outcome] += 1
      // At its cap a guard has not run: it neither acted nor failed.
      if (outcomes.includes('passed') && [...others].every(outcome => outcome === 'capped')) totals.passed += 1
    },
    of(guard) {
      const entry = entries.get(guard)
      if (entry === undefined) return { runs: 0, outcomes: none(), p50Ms: null, p95Ms: null, lastError: null, last: [] }
      const sorted = [...entry.times].sort((a, b) => a - b)
      return {
        runs: entry.runs,
        outcomes: { ...entry.outcomes },
        p50Ms: percentile(sorted, 0.5),
        p95Ms: percentile(sorted, 0.95),
        lastError: entry.lastError,
        last: entry.last,
      }
    },
    totals: () => ({ ...totals }),
    recent(count, sessionId = null, what = 'all') {
      const last = (kept: readonly Kept[]): readonly Kept[] => kept.filter(one => sessionId === null || belongsTo(one.decision, sessionId)).slice(-count)
      if (count < 1) return []
      const found = what === 'acted' ? last(acted) : [...last(acted), ...last(quiet)].sort((a, b) => a.number - b.number)
      return found.map(one => one.decision)
    },
  }
}

interface Kept {
  readonly number: number
  readonly decision: DecisionRecord
}

/** Whatever changed something, would have changed something, or failed. */
export function hasActed({ fault, outcome, wouldBe }: DecisionRecord): boolean {
  if (fault !== null) return true
  return outcome === 'observed' ? wouldBe !== null && wouldBe !== 'passed' : outcome !== 'passed'
}

/** A session sees its own decisions and those of the subagents that it, or one of those, has started. */
function belongsTo(decision: DecisionRecord, sessionId: string): boolean {
  return [decision.sessionId, decision.parentSessionId, decision.rootSessionId].includes(sessionId)
}

/** Nearest rank on sorted values. */
function percentile(sorted: readonly number[], part: number): number | null {
  if (sorted.length === 0) return null
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? null
}
