import { describe, expect, it } from 'vitest'
import { hasActed } from '../../../src/state/metrics.ts'
import { auditLine, gapLine } from '../../../src/surface/audit-line.ts'
import type { DecisionRecord } from '../../../src/types.ts'

const decision = (overrides: Partial<DecisionRecord> = {}): DecisionRecord => ({
  time: 1_700_000_000_123, sessionId: 's1', guard: 'g', kind: 'script', hash: 'a'.repeat(64), point: 'command', tool: 'bash', outcome: 'denied', wouldBe: null, reason: 'no', fault: null, ms: 1.23456,
  ...overrides,
})
const parsed = (overrides: Partial<DecisionRecord> = {}): Record<string, unknown> => JSON.parse(auditLine(decision(overrides))) as Record<string, unknown>

describe('the audit has', () => {
  it.each<[string, Partial<DecisionRecord>, boolean]>([
    ['a refusal', { outcome: 'denied' }, true],
    ['a follow-up', { outcome: 'fired' }, true],
    ['a fault', { outcome: 'script_error', fault: 'timeout' }, true],
    ['a cap', { outcome: 'capped' }, true],
    ['a question', { outcome: 'asked', ended: 'nobody' }, true],
    ['what an observing guard would have done', { outcome: 'observed', wouldBe: 'denied' }, true],
    ['a fault of an observing guard', { outcome: 'script_error', fault: 'timeout', wouldBe: null }, true],
    ['nothing of a call that passed', { outcome: 'passed' }, false],
    ['nothing of an observing guard that would have let it pass', { outcome: 'observed', wouldBe: 'passed' }, false],
    ['nothing of an observation of nothing', { outcome: 'observed', wouldBe: null }, false],
  ])('%s', (_name, overrides, audited) => {
    expect(hasActed(decision(overrides))).toBe(audited)
  })
})

describe('a line of the audit', () => {
  it('has these fields in this order and no others', () => {
    expect(auditLine(decision())).toBe('{"time":"2023-11-14T22:13:20.123Z","session":"s1","guard":"g","hash":"aaaaaaaaaaaa","point":"command","tool":"bash","outcome":"denied","reason":"no","ms":1.23}')
    expect(auditLine(decision({ outcome: 'observed', wouldBe: 'fired', fault: 'timeout', hash: null, tool: null, reason: null, ms: 2 }))).toBe(
      '{"time":"2023-11-14T22:13:20.123Z","session":"s1","guard":"g","hash":null,"point":"command","tool":null,"outcome":"observed","wouldBe":"fired","fault":"timeout","reason":null,"ms":2}')
  })

  it('says whose subagent decided, and how a question ended', () => {
    expect(auditLine(decision({ sessionId: 's3', parentSessionId: 's2', rootSessionId: 's1', outcome: 'asked', ended: 'nobody' }))).toBe(
      '{"time":"2023-11-14T22:13:20.123Z","session":"s3","parent":"s2","root":"s1","guard":"g","hash":"aaaaaaaaaaaa","point":"command","tool":"bash","outcome":"asked","ended":"nobody","reason":"no","ms":1.23}')
  })

  it('has nothing of a decision that is not on the list', () => {
    expect(auditLine({ ...decision(), args: 'SECRET', content: 'SECRET' } as DecisionRecord)).not.toContain('SECRET')
  })

  it('is one line, whatever is in the texts', () => {
    const line = auditLine(decision({ reason: 'a\nb\r\u2028c\u0000d', guard: 'g\nh', sessionId: 's\n', tool: '\ud800' }))
    expect(line).not.toMatch(/[\n\r\u2028]/)
    expect(JSON.parse(line)).toMatchObject({ reason: 'a b c d', guard: 'g\nh' })
  })

  it.each([
    [`token: ${'s3cr3t'.repeat(3)}`, 'token: ***'],
    [`use sk-${'a1'.repeat(12)} now`, 'use *** now'],
    [`${'word '.repeat(97)}sk-${'Zx9'.repeat(20)}`, expect.not.stringMatching(/Zx9/)],
  ])('masks secrets in its reason: %.20s', (reason, shown) => {
    expect(parsed({ reason }).reason).toEqual(shown)
  })

  it.each([[500, false], [501, true]])('has a reason of %i units, cut: %s', (length, cutOff) => {
    const reason = parsed({ reason: 'a'.repeat(length) }).reason as string
    expect([reason.length <= 500, reason.includes('more]')]).toEqual([true, cutOff])
  })

  it.each(['guard', 'session', 'tool'])('has a %s of 200 units, and cuts one more', (field) => {
    const of = (length: number): string => parsed({ guard: 'n'.repeat(length), sessionId: 'n'.repeat(length), tool: 'n'.repeat(length) })[field] as string
    expect([of(200), of(201).length <= 200, of(201).includes('more]')]).toEqual(['n'.repeat(200), true, true])
  })

  it.each([[NaN, null], [Infinity, null], [0, '1970-01-01T00:00:00.000Z']])('can be made for the time %d', (time, iso) => {
    expect(parsed({ time }).time).toBe(iso)
  })

  it('tells a gap from quiet', () => {
    expect(gapLine(0, 7)).toBe('{"time":"1970-01-01T00:00:00.000Z","dropped":7}')
  })
})
