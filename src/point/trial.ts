/**
 * What would become of a call that nobody makes: the guards judge it as they are now, and nothing is recorded, counted
 * or kept. A refusal ends the judging of a real call; here the guards behind it are asked as well.
 */
import type { DecisionRecord, PointGuard, PointInput, Position } from '../types.ts'
import { judgeCommand } from './command.ts'
import type { PointDeps } from './run.ts'

/** One guard's part. */
export interface TrialPart extends Pick<DecisionRecord, 'guard' | 'outcome' | 'wouldBe' | 'reason' | 'ms'> {
  readonly position: Position | null
}

export interface Trial {
  readonly decision: 'allow' | 'deny' | 'ask' | 'undecided'
  /** The guard that decided; null when none did. */
  readonly guard: string | null
  /** What the model, or whoever is asked, would read of it; null when nothing. */
  readonly words: string | null
  readonly notices: readonly { readonly guard: string, readonly text: string }[]
  /** In the order in which the guards run. */
  readonly parts: readonly TrialPart[]
}

export async function tryCommand(deps: PointDeps, guards: readonly PointGuard[], input: PointInput, signal: AbortSignal): Promise<Trial> {
  const parts: TrialPart[] = []
  const points: PointDeps = {
    clock: deps.clock,
    modeOf: (of, guard) => deps.modeOf(of, guard),
    enter: (of, body) => deps.enter(of, body),
    record({ guard, outcome, wouldBe, reason, ms }, position) { parts.push({ guard, outcome, wouldBe, reason, ms, position }) },
  }
  const judge = async (asked: readonly PointGuard[]): Promise<Omit<Trial, 'parts'>> => {
    const { verdict, notices } = await judgeCommand(points, asked, input, signal)
    // A question is recorded when its end is known.
    if (verdict.kind === 'ask') verdict.settle('nobody')
    return verdict.kind === 'deny' || verdict.kind === 'ask'
      ? { decision: verdict.kind, guard: verdict.guard, words: verdict.reason, notices }
      : { decision: verdict.kind, guard: null, words: null, notices }
  }
  const tried = guards.map(onTrial)
  const outcome = await judge(tried)
  for (const guard of tried) if (!parts.some(part => part.guard === guard.name)) await judge([guard])
  const place = (part: TrialPart): number => tried.findIndex(guard => guard.name === part.guard)
  return { ...outcome, parts: parts.toSorted((one, other) => place(one) - place(other)) }
}

/** Its mode decides what its verdict means; while it judges it changes nothing, as if it observed. */
function onTrial(guard: PointGuard): PointGuard {
  return { ...guard, judge: (input, run) => guard.judge(input, { ...run, mode: 'observe', trial: true }) }
}
