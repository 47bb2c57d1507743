/** START: once per real user turn, before its prompt is built. All guards run; a guard that fails is skipped. */
import type { PointGuard, PointInput } from '../types.ts'
import { noticesOf } from './outcome.ts'
import { runGuards } from './run.ts'
import type { PointDeps } from './run.ts'

export interface StartVerdict {
  /** The system prompt of this turn; the last guard that sets one wins. */
  readonly prompt: { readonly text: string, readonly guard: string } | null
  readonly notices: readonly { readonly guard: string, readonly text: string }[]
}

export async function judgeStart(deps: PointDeps, guards: readonly PointGuard[], input: PointInput, signal: AbortSignal): Promise<StartVerdict> {
  const { judged, cancelled } = await runGuards(deps, guards, input, signal, () => false)
  if (cancelled) return { prompt: null, notices: [] }
  let prompt: StartVerdict['prompt'] = null
  for (const one of judged) {
    if (one.mode !== 'enforce') continue
    for (const action of one.verdict.actions) {
      if (action.kind === 'setTurnPrompt') prompt = { text: action.text, guard: one.guard.name }
    }
  }
  return { prompt, notices: noticesOf(judged) }
}
