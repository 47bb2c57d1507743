import { describe, expect, it } from 'vitest'
import { outcomeOf } from '../../../src/check/syntax/checker.ts'
import { createJsonChecker } from '../../../src/check/syntax/json.ts'
import type { SyntaxOutcome } from '../../../src/check/syntax/checker.ts'
import { introducedBy } from '../../../src/gate/syntax/introduced.ts'
import type { Diagnostic } from '../../../src/types.ts'
import { sessionAt } from '../../support/gate/gate-world.ts'

const bytes = (lines: readonly string[]): Uint8Array => new TextEncoder().encode(lines.join('\n'))

/** A language in which a line with `!` is an error that names the line before it. */
function parse(all: boolean): (source: Uint8Array) => Promise<SyntaxOutcome> {
  return (source) => {
    const found: Diagnostic[] = new TextDecoder().decode(source).split('\n').flatMap((text, index) => text.includes('!') ? [{ message: `bad after line ${index}`, line: index + 1, column: 1 }] : [])
    return Promise.resolve(outcomeOf(all ? found : found.slice(0, 1)))
  }
}

async function introduced(before: readonly string[] | null, after: readonly string[], all: boolean): Promise<readonly (number | null)[]> {
  const check = parse(all)
  const outcome = await check(bytes(after))
  if (outcome.kind !== 'errors') return []
  const answer = await introducedBy(before === null ? null : bytes(before), bytes(after), outcome.diagnostics, check)
  return answer.kind === 'known' ? answer.diagnostics.map(one => one.line) : ['unknown' as unknown as number]
}

describe('what a write introduced', () => {
  it.each<[string, readonly string[] | null, readonly string[], readonly number[], readonly number[]]>([
    ['a new file', null, ['a', '!b'], [2], [2]],
    ['an empty file before', [''], ['!'], [1], [1]],
    ['a file that was fine', ['a', 'b'], ['a', '!b'], [2], [2]],
    ['an old error in place', ['a', '!b'], ['x', '!b'], [], []],
    ['an old error that moved down', ['a', '!b'], ['new', 'new', 'a', '!b'], [], []],
    ['an old error that moved up', ['x', 'y', '!b'], ['!b'], [], []],
    ['an old error whose line was indented', ['!b'], ['  !b'], [], []],
    ['an old error and a new one behind it', ['a', '!b', 'c'], ['a', '!b', '!c'], [3], []],
    ['an old error and a new one before it', ['a', '!b'], ['!a', '!b'], [1], [1]],
    ['another error in the same line', ['!b'], ['!c'], [1], [1]],
    ['the same words in a second line', ['!b', 'c'], ['!b', '!b'], [2], []],
    ['the same line once more, above', ['c', '!b'], ['!b', '!b'], [1], []],
    ['one of two taken away', ['!b', '!b'], ['!b'], [], []],
    ['the first mended, the second old', ['!a', 'm', '!b'], ['a', 'm', '!b'], [], []],
    ['the first mended, the second old, and both moved', ['!a', 'm', '!b'], ['1', '2', 'a', 'm', '!b'], [], []],
    ['the first mended, and a new one beside it', ['!a', 'm'], ['a', '!new', 'm'], [2], [2]],
    ['the first taken away, the second old', ['!a', 'm', '!b'], ['m', '!b'], [], [2]],
  ])('%s', async (_name, before, after, allErrors, firstError) => {
    expect(await introduced(before, after, true)).toEqual(allErrors)
    expect(await introduced(before, after, false)).toEqual(firstError)
  })

  it.each<[string, string, string, number]>([
    ['an edit behind an old error in its line', '{ "a": , "limit": 1 }', '{ "a": , "limit": 2 }', 0],
    ['an edit before an old error in its line', '{ "limit": 1, "a": , "b": 1 }', '{ "limit": 22, "a": , "b": 1 }', 0],
    ['an edit between characters of several bytes', '{ "ä": , "ö": 1 }', '{ "ä": , "öü": 1 }', 0],
    ['an edit of the very place', '{ "a": , "b": 1 }', '{ "a": ,, "b": 1 }', 1],
    ['a second error of the kind in the line', '{ "b": 1, "a": , "c": 1 }', '{ "b": , "a": , "c": 1 }', 1],
  ])('%s', async (_name, before, after, count) => {
    const checker = createJsonChecker()
    const check = (source: Uint8Array): Promise<SyntaxOutcome> => checker.check({ session: sessionAt('/ws'), path: '/ws/x.json', bytes: source }, { timeoutMs: 1000, signal: new AbortController().signal })
    const outcome = await check(bytes([after]))
    const answer = await introducedBy(bytes([before]), bytes([after]), outcome.kind === 'errors' ? outcome.diagnostics : [], check)
    expect(answer.kind === 'known' ? answer.diagnostics.length : null).toBe(count)
  })

  it('is not guessed when the state before cannot be checked', async () => {
    const failure: SyntaxOutcome = { kind: 'failed', reason: 'x', timedOut: true }
    const answer = await introducedBy(bytes(['a']), bytes(['!']), [{ message: 'm', line: 1, column: 1 }], () => Promise.resolve(failure))
    expect(answer).toEqual({ kind: 'unknown', outcome: failure })
  })

  it('compares bytes that are no UTF-8', async () => {
    const check = parse(true)
    const old = new Uint8Array([0xff, 0x21])
    const now = new Uint8Array([0x0a, 0xff, 0x21])
    const outcome = await check(now)
    expect(await introducedBy(old, now, outcome.kind === 'errors' ? outcome.diagnostics : [], check)).toEqual({ kind: 'known', diagnostics: [] })
  })
})
