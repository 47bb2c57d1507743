/** The one notice of the repeated-failure gate. */
import { maskSecrets, oneLine } from '../../base/text.ts'
import { ADVICE } from './classes.ts'
import type { FailureClass } from './classes.ts'

/** UTF-16 units of the folded message that are quoted. */
const MAX_QUOTE = 160
const MAX_TOOL = 80

export function repeatedText(tool: string, failureClass: FailureClass, count: number, folded: string): string {
  const { label, advice, change } = ADVICE[failureClass]
  const quote = maskSecrets(oneLine(folded, MAX_QUOTE))
  return `Repeated failure: "${oneLine(tool, MAX_TOOL)}" has failed ${count} times in this session in the same way (${label})${quote === '' ? '' : `: ${quote}`}\n${advice} ${change}`
}
