/** Which decisions the audit file has, and each as one line of JSON. No arguments, no contents; secrets in reasons are masked. Pure. */
import { cut, maskSecrets, oneLine } from '../base/text.ts'
import type { DecisionRecord } from '../types.ts'

/** UTF-16 units of a reason, and of a name or an id. */
const MAX_REASON = 500
const MAX_NAME = 200

/** One line without its line break. `parent`, `root`, `wouldBe`, `ended`, `fault` and `gaps` are there only where they say something. */
export function auditLine(decision: DecisionRecord): string {
  return JSON.stringify({
    time: isoTime(decision.time),
    session: cut(decision.sessionId, MAX_NAME),
    ...decision.parentSessionId === undefined ? {} : { parent: cut(decision.parentSessionId, MAX_NAME) },
    ...decision.rootSessionId === undefined ? {} : { root: cut(decision.rootSessionId, MAX_NAME) },
    guard: cut(decision.guard, MAX_NAME),
    hash: decision.hash?.slice(0, 12) ?? null,
    point: decision.point,
    tool: decision.tool === null ? null : cut(decision.tool, MAX_NAME),
    outcome: decision.outcome,
    ...decision.wouldBe === null ? {} : { wouldBe: decision.wouldBe },
    ...decision.ended === undefined ? {} : { ended: decision.ended },
    ...decision.fault === null ? {} : { fault: decision.fault },
    reason: decision.reason === null ? null : shownReason(decision.reason),
    ...decision.gaps === undefined ? {} : { gaps: shownReason(decision.gaps.join('; ')) },
    ms: Math.round(decision.ms * 100) / 100,
  })
}

/** Stands where records are missing, so that a gap can be told from quiet. */
export function gapLine(time: number, dropped: number): string {
  return JSON.stringify({ time: isoTime(time), dropped })
}

/** Masked before it is cut: half a key would not be known for one. */
function shownReason(reason: string): string {
  return oneLine(maskSecrets(reason.slice(0, MAX_REASON * 4)), MAX_REASON)
}

function isoTime(time: number): string | null {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
