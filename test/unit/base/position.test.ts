import { describe, expect, it } from 'vitest'
import { ownPosition } from '../../../src/base/position.ts'
import type { ColumnMap } from '../../../src/types.ts'

/** Line 2: ten characters were put in at column 5; line 4: columns 3–6 became one character. */
const map: ColumnMap = [[2, 1, 1], [2, 15, 5], [4, 1, 1], [4, 3, 3], [4, 4, 7]]

describe('the own position of compiled text', () => {
  it.each([
    ['before what was put in', 2, 4, 4],
    ['at the first character that was put in', 2, 5, 5],
    ['inside what was put in', 2, 9, 5],
    ['behind what was put in', 2, 15, 5],
    ['further behind', 2, 20, 10],
    ['at what was replaced', 4, 3, 3],
    ['behind what was replaced', 4, 5, 8],
    ['on a line before the map', 1, 9, 9],
    ['on a line between', 3, 9, 9],
    ['on a line after the map', 9, 9, 9],
  ])('%s', (_, line, compiled, own) => {
    expect(ownPosition(map, { line, column: compiled })).toEqual({ line, column: own })
  })

  it.each([undefined, []])('is the same where nothing moved: %j', (columns) => {
    expect(ownPosition(columns, { line: 3, column: 7 })).toEqual({ line: 3, column: 7 })
  })
})
