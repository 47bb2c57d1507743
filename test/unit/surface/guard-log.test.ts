import { describe, expect, it } from 'vitest'
import { MAX_RECENT } from '../../../src/state/metrics.ts'
import type { DecisionRecord } from '../../../src/types.ts'
import { commandWorld } from '../../support/session/guard-command.ts'

const decision = (overrides: Partial<DecisionRecord> = {}): DecisionRecord => ({
  time: 0, sessionId: 's1', guard: 'g', kind: 'script', hash: null, point: 'command', tool: 'bash', outcome: 'denied', wouldBe: null, reason: 'no', fault: null, ms: 1.234, ...overrides,
})

describe('log', () => {
  it('shows the last decisions, the latest last, and where they are of another session', async () => {
    const world = commandWorld()
    expect(await world.say('log')).toEqual({ ok: true, text: 'no decisions yet' })
    world.deps.metrics.record(decision())
    world.deps.metrics.record(decision({ time: 1_000, sessionId: 's2', tool: null, point: 'stop', outcome: 'observed', wouldBe: 'fired', reason: null, ms: 2 }))
    expect((await world.say('log')).text).toBe('1970-01-01T00:00:00.000Z g command bash: denied, 1.23 ms - no\n1970-01-01T00:00:01.000Z g stop: observed (would be fired), 2 ms [session s2]')
  })

  it.each([['', 20], ['1', 1], ['25', 25], [`${MAX_RECENT}`, MAX_RECENT]])('with %j shows %i', async (count, lines) => {
    const world = commandWorld()
    for (let time = 0; time < MAX_RECENT; time += 1) world.deps.metrics.record(decision({ time }))
    expect((await world.say(`log ${count}`)).text.split('\n')).toHaveLength(lines)
  })

  it.each(['0', `${MAX_RECENT + 1}`, '-1', '1.5', 'all', '1e1', '10 20', '99999'])('refuses %s', async (count) => {
    expect(await commandWorld().say(`log ${count}`)).toEqual({ ok: false, text: `log takes a number from 1 to 200, not "${count}"` })
  })
})
