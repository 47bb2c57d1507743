import { describe, expect, it } from 'vitest'
import { MAX_RECENT, createMetrics } from '../../../src/state/metrics.ts'
import type { DecisionRecord } from '../../../src/types.ts'

const decision = (overrides: Partial<DecisionRecord> = {}): DecisionRecord => ({
  time: 1, sessionId: 's1', guard: 'g', kind: 'script', hash: null, point: 'command', tool: 'bash', outcome: 'passed', wouldBe: null, reason: null, fault: null, ms: 5,
  ...overrides,
})

describe('metrics', () => {
  it('count each run by its outcome, per guard', () => {
    const metrics = createMetrics()
    for (const outcome of ['passed', 'denied', 'denied', 'capped'] as const) metrics.record(decision({ outcome }))
    metrics.record(decision({ guard: 'h', outcome: 'observed', wouldBe: 'denied' }))
    expect(metrics.of('g')).toMatchObject({ runs: 4, outcomes: { passed: 1, denied: 2, capped: 1, fired: 0, script_error: 0, observed: 0 } })
    expect(metrics.of('h').outcomes.observed).toBe(1)
    expect(metrics.totals().denied).toBe(0)
  })

  it('count events: passed when one guard ran and none acted or failed, every other outcome once', () => {
    const metrics = createMetrics()
    for (const outcomes of [['passed', 'passed', 'passed'], ['passed', 'capped'], ['passed', 'denied'], ['fired', 'fired'], ['script_error', 'passed'], ['capped'], ['observed', 'passed']] as const) metrics.evaluated(outcomes)
    expect(metrics.totals()).toEqual({ fired: 1, denied: 1, asked: 0, passed: 2, script_error: 1, capped: 2, observed: 1 })
  })

  it('know nothing of a guard that has not run', () => {
    expect(createMetrics().of('x')).toEqual({ runs: 0, outcomes: { fired: 0, denied: 0, asked: 0, passed: 0, script_error: 0, capped: 0, observed: 0 }, p50Ms: null, p95Ms: null, lastError: null, last: [] })
  })

  it.each<[number[], number, number]>([
    [[7], 7, 7],
    [[1, 2], 1, 2],
    [Array.from({ length: 100 }, (_, index) => 100 - index), 50, 95],
    [Array.from({ length: 20 }, (_, index) => index + 1), 10, 19],
  ])('give p50 and p95 by nearest rank (case %#)', (times, p50, p95) => {
    const metrics = createMetrics()
    for (const ms of times) metrics.record(decision({ ms }))
    expect([metrics.of('g').p50Ms, metrics.of('g').p95Ms]).toEqual([p50, p95])
  })

  it('take percentiles over exactly the last 256 runs, those that the cap kept from happening left out', () => {
    const metrics = createMetrics()
    // p95 of 256 values is the 244th: 13 slow ones decide it, 12 do not.
    for (let number = 0; number < 13; number += 1) metrics.record(decision({ ms: 1_000 }))
    for (let number = 0; number < 243; number += 1) metrics.record(decision({ ms: 1 }))
    metrics.record(decision({ ms: 0, outcome: 'capped' }))
    expect([metrics.of('g').p50Ms, metrics.of('g').p95Ms]).toEqual([1, 1_000])
    metrics.record(decision({ ms: 1 }))
    expect([metrics.of('g').p95Ms, metrics.of('g').runs]).toEqual([1, 258])
  })

  it('keep the last fault with its place, and the three last outcomes, the latest first', () => {
    const metrics = createMetrics()
    metrics.record(decision({ outcome: 'script_error', fault: 'timeout', reason: null, time: 2 }))
    expect(metrics.of('g').lastError).toMatchObject({ text: 'timeout', fault: 'timeout', position: null, time: 2 })
    metrics.record(decision({ outcome: 'script_error', fault: 'script_threw', reason: 'boom', time: 3 }), { line: 4, column: 5 })
    metrics.record(decision({ outcome: 'denied', reason: 'no', time: 4 }))
    metrics.record(decision({ outcome: 'passed', time: 5 }))
    expect(metrics.of('g').lastError).toMatchObject({ text: 'boom', position: { line: 4, column: 5 }, time: 3 })
    expect(metrics.of('g').last.map(one => [one.outcome, one.reason, one.time])).toEqual([['passed', null, 5], ['denied', 'no', 4], ['script_error', 'boom', 3]])
  })

  it('keep the last 200 decisions, the latest last', () => {
    const metrics = createMetrics()
    for (let time = 1; time <= MAX_RECENT; time += 1) metrics.record(decision({ time }))
    expect(metrics.recent(MAX_RECENT + 1).map(one => one.time).at(0)).toBe(1)
    metrics.record(decision({ time: MAX_RECENT + 1 }))
    const all = metrics.recent(MAX_RECENT + 1)
    expect([all.length, all[0]?.time, all.at(-1)?.time]).toEqual([MAX_RECENT, 2, MAX_RECENT + 1])
  })

  it.each([[2, [2, 3]], [3, [1, 2, 3]], [4, [1, 2, 3]], [0, []], [-1, []]])('give the %i last decisions that are asked for', (count, times) => {
    const metrics = createMetrics()
    for (const time of [1, 2, 3]) metrics.record(decision({ time }))
    expect(metrics.recent(count).map(one => one.time)).toEqual(times)
  })

  it('keep what acted or failed however much has passed since, in order', () => {
    const metrics = createMetrics()
    for (const [time, overrides] of [[1, { outcome: 'denied' }], [2, { outcome: 'script_error', fault: 'timeout' }], [3, { outcome: 'observed', wouldBe: 'denied' }]] as const) metrics.record(decision({ time, ...overrides }))
    for (let time = 4; time < 4 + 2 * MAX_RECENT; time += 1) metrics.record(decision({ time, ...time % 2 === 0 ? {} : { outcome: 'observed', wouldBe: 'passed' } }))
    expect(metrics.recent(2, null, 'acted').map(one => one.time)).toEqual([2, 3])
    expect(metrics.recent(3).map(one => one.time)).toEqual([1, 2, 3, 401, 402, 403])
    for (let time = 1_000; time < 1_000 + MAX_RECENT; time += 1) metrics.record(decision({ time, outcome: 'denied' }))
    expect(metrics.recent(MAX_RECENT + 1, null, 'acted').map(one => one.time).at(0)).toBe(1_000)
  })

  it('give a session those of the subagents below it too', () => {
    const metrics = createMetrics()
    metrics.record(decision({ time: 1, sessionId: 'top' }))
    metrics.record(decision({ time: 2, sessionId: 'child', parentSessionId: 'top', rootSessionId: 'top' }))
    metrics.record(decision({ time: 3, sessionId: 'grandchild', parentSessionId: 'child', rootSessionId: 'top' }))
    metrics.record(decision({ time: 4, sessionId: 'other' }))
    const seen = (session: string): readonly number[] => metrics.recent(9, session).map(one => one.time)
    expect([seen('top'), seen('child'), seen('grandchild'), seen('other')]).toEqual([[1, 2, 3], [2, 3], [3], [4]])
  })

  it('give the last decisions of one session, however many others came between', () => {
    const metrics = createMetrics()
    for (const [time, sessionId] of [[1, 'a'], [2, 'b'], [3, 'a'], [4, 'b'], [5, 'b']] as const) metrics.record(decision({ time, sessionId }))
    expect(metrics.recent(2, 'a').map(one => one.time)).toEqual([1, 3])
    expect(metrics.recent(3, null).map(one => one.time)).toEqual([3, 4, 5])
  })
})
