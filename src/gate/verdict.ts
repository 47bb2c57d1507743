/** What a gate answers when it runs no script: the parts that it has, and nothing for the rest. */
import { oneLine } from '../base/text.ts'
import type { Clock, Fault, GuardAction, Verdict } from '../types.ts'

export interface VerdictParts {
  readonly actions?: readonly GuardAction[]
  readonly fault?: Fault | null
  readonly cancelled?: boolean
  /** Why a part of the call could not be read. */
  readonly gaps?: readonly string[] | undefined
}

/** @param began milliseconds of the same clock when the judging began. */
export function verdictOf(clock: Clock, began: number, parts: VerdictParts = {}): Verdict {
  return {
    actions: parts.actions ?? [],
    fault: parts.fault ?? null,
    cancelled: parts.cancelled ?? false,
    continued: null,
    activated: [],
    capped: false,
    ms: clock.now() - began,
    ...parts.gaps === undefined ? {} : { gaps: parts.gaps },
  }
}

/** @param decided the refusal is for words of the part that could not be read: then it says so. */
export function withGaps(verdict: Verdict, gaps: readonly string[], decided: boolean): Verdict {
  const told = ` Not all of this call could be read (${oneLine(gaps.join('; '), 300)}), so every path that it names counts as written: a shorter or plainer call is judged by what it does.`
  const actions = verdict.actions.map(action => decided && action.kind === 'deny' ? { ...action, reason: action.reason + told } : action)
  return { ...verdict, actions, gaps }
}
