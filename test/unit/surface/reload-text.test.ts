import { expect, it } from 'vitest'
import { reloadText } from '../../../src/surface/reload-text.ts'
import type { GuardText } from '../../../src/types.ts'

const loaded = (stale: string | null = null): GuardText => ({ state: 'loaded', file: '/x.js', hash: 'b'.repeat(64), compiled: { code: '', isAsync: false, warnings: [] }, stale })
const A = 'a'.repeat(64)
const B = 'b'.repeat(64)

it('a reload says for each guard what is in force now', () => {
  expect(reloadText([])).toBe('no guard comes from a file')
  expect(reloadText([
    { guard: 'same', before: B, after: B, text: loaded() },
    { guard: 'changed', before: A, after: B, text: loaded() },
    { guard: 'new', before: null, after: B, text: loaded() },
    { guard: 'kept', before: B, after: B, text: loaded('on disk it does not parse') },
    { guard: 'bad', before: null, after: null, text: { state: 'broken', file: null, hash: null, reason: 'no such file', position: { line: 1, column: 2 } } },
  ])).toBe(`same: unchanged, bbbbbbbbbbbb
changed: now bbbbbbbbbbbb, was aaaaaaaaaaaa
new: loaded, bbbbbbbbbbbb
kept: the last good version bbbbbbbbbbbb stays in force: on disk it does not parse
bad: BROKEN: no such file (line 1, column 2)`)
})
