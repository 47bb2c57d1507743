import { describe, expect, it } from 'vitest'
import { cut, maskSecrets, oneLine } from '../../../src/base/text.ts'

const PAIR = '😀'
const HALF_PAIR = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

describe('cut', () => {
  it.each([
    ['leaves a text at the limit alone', 'x'.repeat(20), 20, 'x'.repeat(20)],
    ['cuts one over it and counts what is missing', 'x'.repeat(21), 20, `${'x'.repeat(9)}… [12 more]`],
    ['has no room for a count in a tiny limit', 'abcdef', 3, 'abc'],
    ['gives nothing for a limit of nothing', 'abc', 0, ''],
    ['leaves the empty text alone', '', 0, ''],
  ])('%s', (_, text, max, expected) => {
    expect(cut(text, max)).toBe(expected)
  })

  it.each(Array.from({ length: 40 }, (_, max) => max))('never splits a pair and never exceeds %i units', (max) => {
    const text = cut(PAIR.repeat(50), max)
    expect(text.length).toBeLessThanOrEqual(max)
    expect(text).not.toMatch(HALF_PAIR)
  })

  it('counts everything that is missing', () => {
    const text = 'y'.repeat(100_000)
    const short = cut(text, 50)
    const [kept, count] = [/^y*/.exec(short)?.[0].length ?? 0, Number(/\[(\d+) more\]/.exec(short)?.[1])]
    expect(kept + count).toBe(100_000)
  })
})

describe('one line', () => {
  it.each([
    ['joins lines', 'a\nb\r\nc', 'a b c'],
    ['takes control characters for spaces', 'a\u0000\u001b[31mb\u0085c\u2028d', 'a [31mb c d'],
    ['trims', ' \n a \t ', 'a'],
    ['keeps other scripts', 'é 😀 漢', 'é 😀 漢'],
  ])('%s', (_, text, expected) => {
    expect(oneLine(text, 100)).toBe(expected)
  })

  it('says that something is missing even when the rest was only spaces for long', () => {
    const text = oneLine(`a${' '.repeat(1000)}b`, 20)
    expect(text.startsWith('a… [')).toBe(true)
    expect(text.length).toBeLessThanOrEqual(20)
  })

  it('counts what is missing of a long text, not of its beginning', () => {
    const text = oneLine('z'.repeat(1_000_000), 40)
    const count = Number(/\[(\d+) more\]/.exec(text)?.[1])
    expect((/^z*/.exec(text)?.[0].length ?? 0) + count).toBe(1_000_000)
    expect(text.length).toBeLessThanOrEqual(40)
  })

  it.each([1, 2, 3, 15, 16])('never splits a pair at %i units', (max) => {
    const text = oneLine(PAIR.repeat(500), max)
    expect(text).not.toMatch(HALF_PAIR)
    expect(text.length).toBeLessThanOrEqual(max)
  })
})

describe('masking secrets', () => {
  it.each([
    ['sk-abcdefghijklmnop1234', '***'],
    ['token ghp_abcdefghijklmnopqrst12', 'token ***'],
    ['github_pat_abcdefghijklmnopqrst12', '***'],
    ['xoxb-1234567890-abc', '***'],
    ['AKIAABCDEFGHIJKLMNOP', '***'],
    ['jwt eyJhbGciOiJI.eyJzdWIiOiIx.SflKxw', 'jwt ***'],
    ['-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----', '***'],
    ['-----BEGIN PRIVATE KEY-----\ncut off', '***'],
    ['DB_PASSWORD=hunter22', 'DB_PASSWORD=***'],
    ['"api_key": "abcd1234"', '"api_key": ***'],
    ['authorization: Bearer abcdefgh12345', 'authorization: Bearer ***'],
    ['postgres://user:secret@host/db', 'postgres://user:***@host/db'],
  ])('hides what %j holds', (text, expected) => {
    expect(maskSecrets(text)).toBe(expected)
  })

  it.each([
    'the task list is empty', 'risk-assessment of the disk', 'ask-me-anything-about-it', 'tokens: 12', 'https://example.org/a@b', 'basic tests pass',
  ])('leaves %j alone', (text) => {
    expect(maskSecrets(text)).toBe(text)
  })
})
