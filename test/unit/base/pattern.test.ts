import { describe, expect, it } from 'vitest'
import { compilePatterns } from '../../../src/base/pattern.ts'
import { GuardError } from '../../../src/errors.ts'

describe('patterns', () => {
  it.each([
    [['bash'], 'bash', true], [['bash'], 'bash2', false], [['mcp_*'], 'mcp_x_y', true], [['mcp_*'], 'xmcp_', false],
    [['a', 'b'], 'b', true], [[], 'a', false],
    [['src/core/**'], 'src/core/a/b.ts', true], [['src/core/**'], 'src/other/b.ts', false],
    [['src/*'], 'src/.hidden', true], [['{read,write}'], 'write', true], [['**/*.ts'], 'a.ts', true],
    [['Bash'], 'bash', false], [['!x'], 'y', true],
  ])('%j against %s: %s', (globs, value, expected) => {
    expect(compilePatterns(globs)(value)).toBe(expected)
  })

  it('ignores case where it is told to', () => {
    expect(compilePatterns(['SRC/**'], { ignoreCase: true })('src/A')).toBe(true)
  })

  it.each(['', '  ', '[', 'a(', 'x'.repeat(4_097)])('refuses what is no glob: %#', (glob) => {
    expect(() => compilePatterns(['ok', glob])).toThrow(GuardError)
  })

  it('takes a pattern at the limit of length', () => {
    expect(compilePatterns(['x'.repeat(4_096)])('y')).toBe(false)
  })

  it('matches in bounded time, and takes a match without end for one', () => {
    const started = performance.now()
    expect(compilePatterns(['*a'.repeat(20)])(`${'a'.repeat(300)}b`)).toBe(false)
    expect(compilePatterns([`!(x)${'*a'.repeat(20)}`])(`${'a'.repeat(300)}b`)).toBe(true)
    expect(performance.now() - started).toBeLessThan(1500)
  })

  it.each([
    ['a long path of a usual pattern', ['src/**/core/**/*.ts'], `src/${'x/'.repeat(500)}core/y.ts`, true],
    ['a long path beside a usual pattern', ['src/**/core/**/*.ts'], `src/${'x/'.repeat(500)}cor/y.ts`, false],
  ])('answers rightly for %s', (_, globs, value, expected) => {
    expect(compilePatterns(globs)(value)).toBe(expected)
  })
})
