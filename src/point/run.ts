/**
 * Runs the guards of a Point in order, each on its own: one guard's fault never loses another's
 * verdict, every evaluation leaves one record, and a cancelled turn leaves no decision.
 */
import { maskSecrets, oneLine } from '../base/text.ts'
import { describeThrown } from '../errors.ts'
import type { AskEnd, Clock, CommandView, DecisionRecord, Fault, Mode, Outcome, PointGuard, PointInput, Position, SessionRef, Verdict } from '../types.ts'
import { outcomeOf } from './outcome.ts'
import type { Judged } from './outcome.ts'

/** Refused calls that the human may let through once; the model knows none of the codes. */
export interface RefusedCalls {
  /** Notes a refusal; the code is for the human. */
  refused(session: SessionRef, command: CommandView, guard: string): void
  /** Whether the human has allowed exactly this call. It is used up. @returns the guard that had refused it; null: not allowed. */
  take(session: SessionRef, command: CommandView): string | null
}

export interface PointDeps {
  readonly clock: Clock
  /** The mode in force: configuration and the human's toggles. */
  modeOf(input: PointInput, guard: PointGuard): Mode
  /** Reports its own failures; one that it throws nevertheless costs the record and not the verdict. */
  record(decision: DecisionRecord, position: Position | null): void
  /** Absent: no call is ever let through. */
  readonly refusals?: RefusedCalls
  /** One event at one Point is over: what the guards came to that ran for it, gates apart. Absent: nobody counts. */
  evaluated?(outcomes: readonly Outcome[]): void
  /** Wraps the evaluation, so that what it causes can be told from the agent's own work. */
  enter<T>(input: PointInput, body: () => Promise<T>): Promise<T>
}

export interface PointRun {
  readonly judged: readonly Judged[]
  readonly cancelled: boolean
  /** Records the guards that ask, once it is known how the question ended. Twice is a no-op. */
  settle(end: AskEnd): void
}

/** UTF-16 units of a reason in a record. */
const MAX_REASON = 500

/**
 * @param inputOf what every guard reads; a function where one guard's verdict changes what the next one reads.
 * @param stopAfter true ends the run after this verdict; the guards behind it are not run.
 */
export async function runGuards(
  deps: PointDeps,
  guards: readonly PointGuard[],
  inputOf: PointInput | (() => PointInput),
  signal: AbortSignal,
  stopAfter: (judged: Judged) => boolean,
): Promise<PointRun> {
  const outcomes: Outcome[] = []
  const judged: Judged[] = []
  const asking: DecisionRecord[] = []
  const settle = (ended: AskEnd): void => {
    for (const decision of asking.splice(0)) keep(deps, { ...decision, ended }, null)
  }
  const over = (cancelled: boolean): PointRun => {
    if (outcomes.length > 0) safely(() => { deps.evaluated?.(outcomes) })
    return { judged, cancelled, settle }
  }
  for (const guard of guards) {
    if (signal.aborted) return over(true)
    const input = typeof inputOf === 'function' ? inputOf() : inputOf
    const mode = deps.modeOf(input, guard)
    if (mode === 'off' || !guard.points.includes(input.point)) continue
    const verdict = await judgeOne(deps, guard, mode, input, signal)
    if (verdict === null) continue
    if (verdict.cancelled || signal.aborted) return over(true)
    const decision = decisionOf(deps, guard, mode, input, verdict)
    if (guard.kind === 'script') outcomes.push(decision.outcome)
    if (decision.outcome === 'asked') asking.push(decision)
    else keep(deps, decision, verdict.fault?.position ?? null)
    const one = { guard, mode, verdict }
    judged.push(one)
    if (stopAfter(one)) break
  }
  return over(false)
}

/** @returns null when the guard does not apply. */
async function judgeOne(deps: PointDeps, guard: PointGuard, mode: Mode, input: PointInput, signal: AbortSignal): Promise<Verdict | null> {
  const began = deps.clock.now()
  try {
    if (!guard.applies(input)) return null
    return await deps.enter(input, () => untilAborted(guard.judge(input, { signal, mode, now: began }), signal))
  } catch (error) {
    const fault: Fault = { code: 'internal', message: oneLine(describeThrown(error), MAX_REASON), position: null }
    return { ...EMPTY_VERDICT, fault: signal.aborted ? null : fault, cancelled: signal.aborted, ms: deps.clock.now() - began }
  }
}

/** Rejects as soon as the turn is cancelled, whatever the guard does. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => { reject(new Error('cancelled')) }
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => { signal.removeEventListener('abort', onAbort) })
  })
}

function decisionOf(deps: PointDeps, guard: PointGuard, mode: Mode, input: PointInput, verdict: Verdict): DecisionRecord {
  const named = outcomeOf(verdict, mode, guard.name)
  const { sessionId, parentSessionId, rootSessionId, isSubagent } = input.session
  return {
    time: deps.clock.now(),
    sessionId,
    ...isSubagent ? { rootSessionId, ...parentSessionId === undefined ? {} : { parentSessionId } } : {},
    guard: guard.name,
    kind: guard.kind,
    // A text that was reloaded while it judged is not the one that decided.
    hash: verdict.hash ?? hashOf(guard, input),
    point: input.point,
    tool: input.command?.name ?? null,
    outcome: named.outcome,
    wouldBe: named.wouldBe,
    reason: named.reason === null ? null : shownReason(named.reason),
    fault: verdict.fault?.code ?? null,
    ms: verdict.ms,
    ...verdict.gaps === undefined ? {} : { gaps: verdict.gaps },
  }
}

function keep(deps: PointDeps, decision: DecisionRecord, position: Position | null): void {
  safely(() => { deps.record(decision, position) })
}

function safely(body: () => void): void {
  try {
    body()
  } catch {
    // Nothing to do here that could not throw again: the verdict must go on.
  }
}

/** The guard has judged, whatever has become of its file meanwhile. */
function hashOf(guard: PointGuard, input: PointInput): string | null {
  try {
    return guard.hash(input.session)
  } catch {
    return null
  }
}

/** Masked before it is cut: half a key would not be known for one. */
function shownReason(reason: string): string {
  return oneLine(maskSecrets(reason.slice(0, MAX_REASON * 4)), MAX_REASON)
}

/** Nothing was asked for and nothing went wrong. */
export const EMPTY_VERDICT: Verdict = { actions: [], fault: null, cancelled: false, continued: null, activated: [], capped: false, ms: 0 }
