import { describe, expect, it } from 'vitest'
import { MAX_RECENT } from '../../../src/state/metrics.ts'
import type { DecisionRecord } from '../../../src/types.ts'
import { commandWorld } from '../../support/session/guard-command.ts'

const decision = (overrides: Partial<DecisionRecord> = {}): DecisionRecord => ({
  time: 0, sessionId: 's1', guard: 'g', kind: 'script', hash: null, point: 'command', tool: 'bash', outcome: 'denied', wouldBe: null, reason: 'no', fault: null, ms: 1.234, ...overrides,
})

const clock = (time: number): string => {
  const date = new Date(time)
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(part => String(part).padStart(2, '0')).join(':')
}

describe('log', () => {
  it('shows what acted or failed, the newest first, in local time, behind a line that stands alone', async () => {
    const world = commandWorld()
    expect(await world.say('log')).toEqual({ ok: true, text: 'nothing acted and nothing failed yet; /guard log all shows what passed' })
    const now = Date.now()
    world.deps.metrics.record(decision({ time: now }))
    world.deps.metrics.record(decision({ time: now + 1, outcome: 'passed', reason: null }))
    world.deps.metrics.record(decision({ time: now + 2, sessionId: 's2', tool: null, point: 'stop', outcome: 'observed', wouldBe: 'fired', reason: null }))
    expect((await world.say('log')).text.split('\n')).toEqual([
      `1 observed, 1 denied since ${clock(now)}, the newest first`, `  ${clock(now + 2)} g: observed (would be fired), stop [session s2]`, `  ${clock(now)} g: denied, bash at command - no`,
    ])
    expect((await world.say('log all')).text.split('\n')[2]).toBe(`  ${clock(now + 1)} g: passed, bash at command`)
    expect((await world.say('log all 1')).text.split('\n')).toHaveLength(2)
  })

  it('has the day where it is not today', async () => {
    const world = commandWorld()
    world.deps.metrics.record(decision({ time: Date.UTC(2020, 5, 15, 12) }))
    expect((await world.say('log')).text).toMatch(/^1 denied since 2020-06-1\d \d\d:\d\d:\d\d, the newest first$/m)
  })

  it('says that there is nothing at all', async () => {
    expect((await commandWorld().say('log all')).text).toBe('no decisions yet')
  })

  it.each([['', 20], ['1', 1], ['25', 25], [`${MAX_RECENT}`, MAX_RECENT]])('with %j shows %i', async (count, lines) => {
    const world = commandWorld()
    for (let time = 0; time < MAX_RECENT; time += 1) world.deps.metrics.record(decision({ time }))
    expect((await world.say(`log ${count}`)).text.split('\n')).toHaveLength(lines + 1)
  })

  it.each(['0', `${MAX_RECENT + 1}`, '-1', '1.5', 'some', '1e1', '10 20', '99999', 'all x'])('refuses %s', async (count) => {
    expect(await commandWorld().say(`log ${count}`)).toEqual({ ok: false, text: `log takes all, a number from 1 to 200, or both, not "${count}"` })
  })
})
