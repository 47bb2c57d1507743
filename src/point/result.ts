/** RESULT: what came out of a tool call. All guards run; a guard that fails is skipped. */
import type { PointGuard, PointInput } from '../types.ts'
import { find, noticesOf } from './outcome.ts'
import { runGuards } from './run.ts'
import type { PointDeps } from './run.ts'

export interface ResultVerdict {
  /** The result becomes an error that carries this; null leaves it as it is. */
  readonly feedback: string | null
  /** The model reads this in place of the result; null leaves it as it is. */
  readonly replacement: string | null
  readonly notices: readonly { readonly guard: string, readonly text: string }[]
}

export async function judgeResult(deps: PointDeps, guards: readonly PointGuard[], input: PointInput, signal: AbortSignal): Promise<ResultVerdict> {
  // A guard reads what the guards before it made of the result: what one took out, no other puts back.
  let read = input
  const { judged } = await runGuards(deps, guards, () => read, signal, (one) => {
    const replaced = one.mode === 'enforce' ? one.verdict.actions.findLast(action => action.kind === 'replace') : undefined
    if (replaced !== undefined && read.result !== null) read = { ...read, result: { ...read.result, text: replaced.text } }
    return false
  })
  const feedback = judged
    .filter(one => one.mode === 'enforce')
    .flatMap((one) => {
      const block = find(one.verdict, 'block')
      return block === undefined ? [] : [blockText(one.guard.name, block.feedback)]
    })
  const replacement = read === input ? null : read.result?.text ?? null
  return { feedback: feedback.length === 0 ? null : feedback.join('\n\n'), replacement, notices: noticesOf(judged) }
}

function blockText(guard: string, feedback: string): string {
  return feedback.trim() === '' ? `Guard "${guard}" rejects this result and gave no reason.` : feedback
}
