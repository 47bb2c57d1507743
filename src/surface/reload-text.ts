/** What a reload of the guards' texts came to, for the human. */
import { at } from './status.ts'
import type { GuardText } from '../types.ts'

/** One guard: its hash in force before and after; null for none. */
export interface Reloaded {
  readonly guard: string
  readonly before: string | null
  readonly after: string | null
  readonly text: GuardText
}

export function reloadText(reloaded: readonly Reloaded[]): string {
  if (reloaded.length === 0) return 'no guard comes from a file'
  return reloaded.map(one => `${one.guard}: ${outcome(one)}`).join('\n')
}

function outcome({ before, after, text }: Reloaded): string {
  if (text.state === 'waiting') return `waits: ${text.reason}`
  if (text.state === 'broken') return `BROKEN: ${at(text.reason, text.position)}`
  if (text.stale !== null) return `the last good version ${short(after)} stays in force: ${text.stale}`
  if (before === after) return `unchanged, ${short(after)}`
  return before === null ? `loaded, ${short(after)}` : `now ${short(after)}, was ${short(before)}`
}

function short(hash: string | null): string {
  return hash?.slice(0, 12) ?? 'none'
}
