/**
 * Tells the human when a guard failed: a skipped one changes nothing that anybody would see, and a refusal for a
 * fault is read by the model. Each kind of failure is told once per guard and Point.
 */
import { assertNever } from '../errors.ts'
import type { DecisionRecord, Point } from '../types.ts'

/** @param tell one line for the human. */
export function createFaultReport(tell: (text: string) => void): (decision: DecisionRecord) => void {
  const told = new Set<string>()
  return ({ guard, point, fault, reason, outcome }) => {
    if (outcome !== 'script_error') return
    const key = JSON.stringify([guard, point, fault])
    if (told.has(key)) return
    told.add(key)
    tell(`guard "${guard}" failed at ${point} (${fault ?? 'internal'}: ${reason ?? 'no reason'}); ${consequenceOf(point)}. guard_status counts further failures`)
  }
}

function consequenceOf(point: Point): string {
  switch (point) {
    case 'command': return 'the call was refused, and so is every one that it cannot judge'
    case 'start': return 'the turn goes on without it'
    case 'result': return 'the result stays as it is'
    case 'stop': case 'terminate': return 'the agent stops as if it were not there'
    default: return assertNever(point)
  }
}
