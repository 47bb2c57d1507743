/**
 * COMMAND: may this tool call run? The first refusal refuses; a guard that fails refuses as well,
 * with a reason that names it and says how the human switches it off.
 */
import { askText, denialText, faultDenialText, namedRefusal } from '../notice/words.ts'
import type { AskEnd, CommandVerdict, PointGuard, PointInput } from '../types.ts'
import { find, noticesOf } from './outcome.ts'
import type { Judged } from './outcome.ts'
import { runGuards } from './run.ts'
import type { PointDeps } from './run.ts'

export interface CommandResult {
  readonly verdict: CommandVerdict
  /** What enforcing guards want the model to read, with the guard that said it. */
  readonly notices: readonly { readonly guard: string, readonly text: string }[]
}

export async function judgeCommand(deps: PointDeps, guards: readonly PointGuard[], input: PointInput, signal: AbortSignal): Promise<CommandResult> {
  const allowed = allowedBefore(deps, input)
  if (allowed !== null) return { verdict: { kind: 'allow' }, notices: [] }
  const { judged, cancelled, ...run } = await runGuards(deps, guards, input, signal, one => refusalOf(one, input) !== null)
  const settle = (end: AskEnd): void => { run.settle(end) }
  if (cancelled) {
    settle('cancelled')
    return { verdict: { kind: 'undecided' }, notices: [] }
  }
  const verdict = fold(judged, input, guards, settle)
  if (verdict.kind === 'deny' && input.command !== null) deps.refusals?.refused(input.session, input.command, verdict.guard)
  return { verdict, notices: noticesOf(judged) }
}

/** The human let exactly this call through, once: no guard is asked, and the record says so. */
function allowedBefore(deps: PointDeps, input: PointInput): string | null {
  const { command, session } = input
  if (command === null || !input.hasAgent) return null
  const guard = deps.refusals?.take(session, command) ?? null
  if (guard === null) return null
  try {
    deps.record({
      time: deps.clock.now(), sessionId: session.sessionId, guard, kind: 'gate', hash: null, point: 'command', tool: command.name,
      outcome: 'fired', wouldBe: null, reason: 'let through once, because the human allowed it (/guard allow)', fault: null, ms: 0,
    }, null)
  } catch {
    // A record that fails costs the record and not the call.
  }
  return guard
}

function fold(judged: readonly Judged[], input: PointInput, guards: readonly PointGuard[], settle: (end: AskEnd) => void): CommandVerdict {
  const questions: { readonly guard: string, readonly text: string }[] = []
  for (const one of judged) {
    const reason = refusalOf(one, input)
    if (reason !== null) {
      settle('overruled')
      return { kind: 'deny', reason: hasTwin(one.guard, guards, input) ? namedRefusal(one.guard.name, reason) : reason, guard: one.guard.name }
    }
    const ask = one.mode === 'enforce' ? find(one.verdict, 'ask') : undefined
    if (ask !== undefined) questions.push({ guard: one.guard.name, text: askText(one.guard.name, ask.reason) })
  }
  const [first] = questions
  // One approval covers the call, so whoever approves must have read what every guard asks.
  return first === undefined ? { kind: 'allow' } : { kind: 'ask', reason: questions.map(one => one.text).join('\n\n'), guard: first.guard, settle }
}

/** Guards of one script use the same words, and only one of them is to be switched off. */
function hasTwin(guard: PointGuard, guards: readonly PointGuard[], { session }: PointInput): boolean {
  // Only a script has a place of its own.
  if (guard.where === undefined) return false
  const hash = guard.hash(session)
  return hash !== null && guards.some(other => other !== guard && other.where !== undefined && other.hash(session) === hash)
}

/** Why this verdict refuses, or null. A refusal made before a fault keeps its own words. */
function refusalOf(one: Judged, input: PointInput): string | null {
  if (one.mode !== 'enforce') return null
  const deny = find(one.verdict, 'deny')
  if (deny !== undefined) return denialText(one.guard.name, deny.reason)
  return one.verdict.fault === null ? null : faultDenialText(one.guard.name, one.verdict.fault, one.guard.where?.(input.session))
}
