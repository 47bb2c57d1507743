/** Names what one evaluation came to, for records and counters. */
import { denialText } from '../notice/words.ts'
import type { GuardAction, Mode, Outcome, PointGuard, Verdict } from '../types.ts'

/** One guard's verdict with the mode that it ran in. */
export interface Judged {
  readonly guard: PointGuard
  readonly mode: Mode
  readonly verdict: Verdict
}

export interface NamedOutcome {
  readonly outcome: Outcome
  readonly wouldBe: Exclude<Outcome, 'observed'> | null
  readonly reason: string | null
}

/** A fault is `script_error` in every mode: an observing guard that is broken must show. */
export function outcomeOf(verdict: Verdict, mode: Mode, guard: string): NamedOutcome {
  const plain = plainOutcome(verdict)
  const reason = reasonOf(verdict, plain, guard)
  if (mode === 'observe' && plain !== 'script_error') return { outcome: 'observed', wouldBe: plain, reason }
  return { outcome: plain, wouldBe: null, reason }
}

function plainOutcome(verdict: Verdict): Exclude<Outcome, 'observed'> {
  if (verdict.fault !== null) return 'script_error'
  if (find(verdict, 'deny') !== undefined) return 'denied'
  if (find(verdict, 'ask') !== undefined) return 'asked'
  if (verdict.continued !== null || verdict.activated.length > 0 || (verdict.deactivated ?? []).length > 0 || verdict.actions.length > 0) return 'fired'
  return verdict.capped ? 'capped' : 'passed'
}

function reasonOf(verdict: Verdict, outcome: Outcome, guard: string): string | null {
  if (verdict.fault !== null) return verdict.fault.message
  const deny = find(verdict, 'deny')
  if (deny !== undefined) return denialText(guard, deny.reason)
  if (verdict.continued !== null) return verdict.continued.prompt
  const first = find(verdict, 'ask') ?? verdict.actions[0]
  if (first !== undefined) return textOf(first)
  if (verdict.activated.length > 0) return `activated ${verdict.activated.join(', ')}`
  if (verdict.deactivated !== undefined && verdict.deactivated.length > 0) return `deactivated ${verdict.deactivated.join(', ')}`
  return outcome === 'capped' ? 'the cap of follow-up rounds is reached' : null
}

function textOf(action: GuardAction): string {
  switch (action.kind) {
    case 'deny': case 'ask': return action.reason
    case 'block': return action.feedback
    case 'notice': case 'setTurnPrompt': return action.text
    // What was replaced may be a secret, and so may a part of what replaces it.
    case 'replace': return 'replaced the result'
  }
}

/** The first action of a kind. */
export function find<K extends GuardAction['kind']>(verdict: Verdict, kind: K): Extract<GuardAction, { kind: K }> | undefined {
  return verdict.actions.find((action): action is Extract<GuardAction, { kind: K }> => action.kind === kind)
}

/** Notices of the guards that enforce, in order. */
export function noticesOf(judged: readonly Judged[]): { guard: string, text: string }[] {
  return judged.flatMap(one => one.mode !== 'enforce'
    ? []
    : one.verdict.actions.flatMap(action => action.kind === 'notice' ? [{ guard: one.guard.name, text: action.text }] : []))
}
