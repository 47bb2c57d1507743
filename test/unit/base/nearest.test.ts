import { describe, expect, it } from 'vitest'
import { nearest } from '../../../src/base/nearest.ts'

const KEYS = ['guard', 'criticalPaths', 'timeoutMs', 'maxRounds', 'mode', 'llm']

describe('the nearest word', () => {
  it.each([
    ['guards', 'guard'], ['gaurd', 'guard'], ['critical_paths', 'criticalPaths'], ['critical-path', 'criticalPaths'], ['TIMEOUTMS', 'timeoutMs'],
    ['timeout', 'timeoutMs'], ['maxRound', 'maxRounds'], ['mod', 'mode'], ['lm', 'llm'],
  ])('of %s is %s', (word, expected) => {
    expect(nearest(word, KEYS)).toBe(expected)
  })

  it.each(['', 'x', 'zzz', 'somethingElse', 'rounds', 'ab'])('of %j is none', (word) => {
    expect(nearest(word, KEYS)).toBeNull()
  })

  it('is the first of two that are equally near', () => {
    expect(nearest('bat', ['cat', 'hat'])).toBe('cat')
  })

  it('does not compare a very long word letter by letter', () => {
    const started = performance.now()
    expect(nearest('x'.repeat(1_000_000), KEYS)).toBeNull()
    expect(performance.now() - started).toBeLessThan(500)
  })
})
