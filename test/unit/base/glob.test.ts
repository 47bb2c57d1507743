import picomatch from 'picomatch'
import { describe, expect, it } from 'vitest'
import { compileGlob, linearGlob, shellPattern } from '../../../src/base/glob.ts'
import { createRandom, seedFromEnvironment } from '../../support/random.ts'

describe('globs', () => {
  const seed = seedFromEnvironment()
  it(`match as picomatch does (FUZZ_SEED=${seed})`, () => {
    const random = createRandom(seed)
    const pieces = ['a', 'b', '/', '*', '**', '/**', '**/', '?', '[ab]', '[^a]', '[a-c]', '{a,b}', '{a/*,b}', '@(a|b)', '.', 'ts', '\\*', '-']
    const letters = ['a', 'b', 'c', '/', '.', 'ts', '*', '-', 'ab', 'a/b']
    let compared = 0
    for (let run = 0; run < 20_000; run++) {
      const glob = Array.from({ length: 1 + random.below(6) }, () => random.pick(pieces)).join('')
      const value = Array.from({ length: 1 + random.below(6) }, () => random.pick(letters)).join('')
      // Paths are compared in their plain form: no empty, `.` or `..` step.
      if (/\/\/|^\/|\/$|(?:^|\/)\.{1,2}(?:\/|$)/.test(value) || /\/\/|^\/|\/$|\*{3}|(?:^|\/)\.{1,2}(?:\/|$)|\*\*[^/]|[^/]\*\*|\)\?|\*,b\}.*\/\*\*/.test(glob)) continue
      const ours = linearGlob(glob, false)
      if (ours === null) continue
      compared++
      const theirs = picomatch(glob, { dot: true })(value)
      if (ours(value) !== theirs) expect({ glob, value, ours: ours(value) }).toEqual({ glob, value, ours: theirs })
    }
    expect(compared).toBeGreaterThan(2_000)
  })

  it.each([
    ['src/core/**', 'src/core/new\nline.ts', true], ['src/*', 'src/a\u2028b', true], ['SRC/*.ts', 'src/X.TS', false], ['**', 'a/b', true], ['a/**', 'a', true], ['a/**', 'ab', false],
  ])('%s and %j: %s', (glob, value, expected) => {
    expect(compileGlob(glob)(value)).toBe(expected)
  })

  it('ignore case where they are told to', () => {
    expect(compileGlob('SRC/[A-C]*.ts', true)('src/bX.TS')).toBe(true)
  })

  it('with many stars are answered rightly, in one pass', () => {
    expect(compileGlob(`${'*a'.repeat(40)}*b`)('a'.repeat(2_000))).toBe(false)
    expect(compileGlob(`${'**/'.repeat(12)}x`)('a/'.repeat(200) + 'x')).toBe(true)
  })

  it('in forms that need more than one pass match everything', () => {
    expect(compileGlob('!(a)')('a')).toBe(true)
    expect(compileGlob('x'.repeat(3_000))('y')).toBe(true)
  })
})

describe('patterns of the shell on a value', () => {
  it.each<readonly [string, string, boolean, number | null]>([
    ['*/', 'a/b/c', false, 2], ['*/', 'a/b/c', true, 4], ['x', 'a', true, null], ['', 'a', true, 0], ['[!a]', 'ba', true, 1], ['a?', 'a/b', false, 2], ['*', 'ab', false, 0], ['*', 'ab', true, 2],
  ])('%s at the front of %s (longest: %s)', (pattern, value, longest, length) => {
    expect(shellPattern(pattern)?.front(value, longest)).toBe(length)
  })
  it.each<readonly [string, string, boolean, number | null]>([['.*', 'a.b.c', false, 2], ['.*', 'a.b.c', true, 4], ['/*', 'a/b', false, 2]])('%s at the back of %s (longest: %s)', (pattern, value, longest, length) => {
    expect(shellPattern(pattern)?.back(value, longest)).toBe(length)
  })
  it('are looked for in one pass', () => {
    expect(shellPattern('*a*a*a*a*b')?.front('a'.repeat(100_000), true)).toBeNull()
  })
})
