/** RESULT: what came out of a tool call. All guards run; a guard that fails is skipped. */
import type { PointGuard, PointInput } from '../types.ts'
import { find, noticesOf } from './outcome.ts'
import { runGuards } from './run.ts'
import type { PointDeps } from './run.ts'

export interface ResultVerdict {
  /** The result becomes an error that carries this; null leaves it as it is. */
  readonly feedback: string | null
  readonly notices: readonly { readonly guard: string, readonly text: string }[]
}

export async function judgeResult(deps: PointDeps, guards: readonly PointGuard[], input: PointInput, signal: AbortSignal): Promise<ResultVerdict> {
  const { judged } = await runGuards(deps, guards, input, signal, () => false)
  const feedback = judged
    .filter(one => one.mode === 'enforce')
    .flatMap((one) => {
      const block = find(one.verdict, 'block')
      return block === undefined ? [] : [blockText(one.guard.name, block.feedback)]
    })
  return { feedback: feedback.length === 0 ? null : feedback.join('\n\n'), notices: noticesOf(judged) }
}

function blockText(guard: string, feedback: string): string {
  return feedback.trim() === '' ? `Guard "${guard}" rejects this result and gave no reason.` : feedback
}
