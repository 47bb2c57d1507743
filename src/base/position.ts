/** Places in compiled code, told as places in the guard's own text. Pure; lines are the caller's to subtract. */
import type { ColumnMap, Position } from '../types.ts'

/**
 * @param columns the map of the compiled guard; undefined means that no column moved.
 * @param compiled own line (the wrapper's line already taken off) and column in the compiled code, 1-based.
 * @returns the place in the guard's own text. Inside inserted text: the place before which it was put.
 */
export function ownPosition(columns: ColumnMap | undefined, compiled: Position): Position {
  if (columns === undefined) return compiled
  let low = 0
  let high = columns.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isAfter(columns[middle], compiled)) high = middle
    else low = middle + 1
  }
  const piece = columns[low - 1]
  if (piece === undefined || piece[0] !== compiled.line) return compiled
  const column = piece[2] + (compiled.column - piece[1])
  const next = columns[low]
  // A piece that was made longer must not reach into the one behind it.
  return { line: compiled.line, column: next !== undefined && next[0] === compiled.line ? Math.min(column, next[2]) : column }
}

function isAfter(piece: ColumnMap[number] | undefined, place: Position): boolean {
  if (piece === undefined) return true
  return piece[0] > place.line || (piece[0] === place.line && piece[1] > place.column)
}
