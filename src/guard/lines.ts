/** Offsets in a text as lines and columns, counted as JavaScript engines count them. */
import type { Position } from '../types.ts'

const LINE_END = /\r\n|[\n\r\u2028\u2029]/g

/** @returns for an offset in UTF-16 units: its line and column, 1-based. */
export function createLineIndex(text: string): (offset: number) => Position {
  const starts = [0]
  for (const end of text.matchAll(LINE_END)) starts.push(end.index + end[0].length)
  return (offset) => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >>> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
  }
}
