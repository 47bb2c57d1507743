/** What a gate answers when it runs no script: the parts that it has, and nothing for the rest. */
import type { Clock, Fault, GuardAction, Verdict } from '../types.ts'

export interface VerdictParts {
  readonly actions?: readonly GuardAction[]
  readonly fault?: Fault | null
  readonly cancelled?: boolean
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
  }
}
