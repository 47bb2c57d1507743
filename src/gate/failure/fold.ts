/**
 * Folds the volatile parts of a message, so that the same failure in another dress reads the same:
 * paths, times, ids, hashes, long numbers, colours, temporary names. What tells causes apart stays:
 * exit codes, HTTP statuses, error numbers, names of modules and tests.
 *
 * Invariant: linear time on any text. The text is bounded first, and every pattern either cannot
 * fail after it began, or has a bound on how far it looks.
 */
import { foldPaths } from './fold-paths.ts'
import { foldAddresses, foldMarks } from './fold-marks.ts'
import { stripTerminal } from './terminal.ts'

/** UTF-16 units of each end of a longer text that are looked at. */
export const MAX_END = 4_096
/** UTF-16 units of the folded text that are kept at each end. */
export const MAX_FOLDED_END = 1_000

/** UTF-16 units of a word at the edge. */
const MAX_WORD = 512

/** @returns the folded text on one line, at most twice MAX_FOLDED_END and a gap long. Never throws. */
export function foldMessage(text: string): string {
  if (text.length <= 2 * MAX_END) return shorten(foldPart(text))
  // Cut after a word: half a path or number at the edge would fold differently each time.
  const head = wholeWords(text.slice(0, MAX_END))
  const tail = text.slice(-MAX_END).replace(/^\S{0,512}/, '')
  return `${foldPart(head).slice(0, MAX_FOLDED_END)} … ${foldPart(tail).slice(-MAX_FOLDED_END)}`
}

function wholeWords(text: string): string {
  for (let end = text.length; end > text.length - MAX_WORD; end -= 1) {
    if (/\s/.test(text[end - 1] ?? '')) return text.slice(0, end)
  }
  return text
}

function foldPart(text: string): string {
  return foldMarks(foldPaths(foldAddresses(stripTerminal(text)))).replace(/\s+/g, ' ').trim()
}

/** The cut comes after the folding, so that the length of a path decides nothing. */
function shorten(folded: string): string {
  return folded.length <= 2 * MAX_FOLDED_END ? folded : `${folded.slice(0, MAX_FOLDED_END)} … ${folded.slice(-MAX_FOLDED_END)}`
}
