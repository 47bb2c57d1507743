import { describe, expect, it, vi } from 'vitest'
import { createRoster } from '../../../src/point/roster.ts'
import type { RosterParts } from '../../../src/point/roster.ts'
import { RUNTIME_GUARD, runtimeGuardSettings } from '../../../src/point/runtime-guard.ts'
import type { Point, PointGuard } from '../../../src/types.ts'
import { guardSettings } from '../../support/session/api-run.ts'
import { fakeGuard, session } from '../../support/session/states.ts'

const entry = (name: string, overrides: Partial<PointGuard> = {}) => ({ guard: fakeGuard(name, {}, overrides), settings: guardSettings({ name }) })
const parts = (overrides: Partial<RosterParts> = {}): RosterParts => ({
  first: [], scripts: [], last: [], runtimeGuard: () => null, runtimeGuardPossible: () => false, switchedOn: () => false, ...overrides,
})
const names = (guards: readonly PointGuard[]): string[] => guards.map(guard => guard.name)

describe('the roster', () => {
  it('runs gates, configured guards, registered ones, the runtime guard and the last gates in this order', () => {
    const roster = createRoster(parts({
      first: [fakeGuard('gate-1')], scripts: [entry('a'), entry('b')], last: [fakeGuard('gate-2')],
      runtimeGuard: of => of.sessionId === 's1' ? fakeGuard(RUNTIME_GUARD, {}, { points: ['stop'] }) : null,
    }))
    const added = entry('c')
    roster.register(added.guard, added.settings)
    expect(names(roster.at('stop', session('s1')))).toEqual(['gate-1', 'a', 'b', 'c', RUNTIME_GUARD, 'gate-2'])
    expect(names(roster.at('command', session('s1')))).toEqual(['gate-1', 'a', 'b', 'c', 'gate-2'])
    expect(names(roster.all(session('s2')))).toEqual(['gate-1', 'a', 'b', 'c', 'gate-2'])
    expect(names(roster.all(null))).toEqual(['gate-1', 'a', 'b', 'c', 'gate-2'])
    expect(roster.settings().map(one => one.name)).toEqual(['a', 'b', 'c'])
  })

  it('takes a registered guard back, once', () => {
    const roster = createRoster(parts())
    const changed = vi.fn()
    roster.onChange(changed)
    const added = entry('c')
    const dispose = roster.register(added.guard, added.settings)
    expect(changed).toHaveBeenCalledTimes(1)
    dispose()
    dispose()
    expect([names(roster.all(null)), changed.mock.calls.length]).toEqual([[], 2])
    roster.register(added.guard, added.settings)
    dispose()
    expect(names(roster.all(null))).toEqual(['c'])
  })

  it.each(['gate-1', 'a', 'added', 'gate-2', RUNTIME_GUARD])('refuses a name that is taken: %s', (name) => {
    const roster = createRoster(parts({ first: [fakeGuard('gate-1')], scripts: [entry('a')], last: [fakeGuard('gate-2')] }))
    const added = entry('added')
    roster.register(added.guard, added.settings)
    const other = entry(name)
    expect(() => roster.register(other.guard, other.settings)).toThrow(`a guard named "${name}" is there already: give this one another name`)
  })
})

describe('a Point', () => {
  const needs = (overrides: Partial<RosterParts>): Point[] => {
    const roster = createRoster(parts(overrides))
    return (['start', 'command', 'result', 'stop', 'terminate'] as const).filter(point => roster.needed(point))
  }

  it.each<[string, Partial<RosterParts>, Point[]]>([
    ['nothing', {}, []],
    ['a script for it', { scripts: [entry('a', { points: ['command'] })] }, ['command']],
    ['a gate for it', { first: [fakeGuard('a', {}, { points: ['start'] })], last: [fakeGuard('b', {}, { points: ['result'] })] }, ['start', 'result']],
    ['an observing guard', { scripts: [entry('a', { points: ['command'], mode: 'observe' })] }, ['command']],
    ['a guard that is off', { scripts: [entry('a', { points: ['command'], mode: 'off' })] }, []],
    ['a guard that is off and that a human switched on', { scripts: [entry('a', { points: ['command'], mode: 'off' }), entry('b', { points: ['result'], mode: 'off' })], switchedOn: name => name === 'a' }, ['command']],
    ['a runtime guard that may be there', { runtimeGuardPossible: () => true }, ['stop']],
  ])('is needed for %s', (_name, overrides, points) => {
    expect(needs(overrides)).toEqual(points)
  })

  it('is needed as long as a registered guard is there', () => {
    const roster = createRoster(parts())
    const added = entry('c', { points: ['terminate'] })
    const dispose = roster.register(added.guard, added.settings)
    expect(roster.needed('terminate')).toBe(true)
    dispose()
    expect(roster.needed('terminate')).toBe(false)
  })
})

describe('the runtime guard', () => {
  it('is a stop guard of the user\'s own agent with the default cap and no tools', () => {
    expect(runtimeGuardSettings({ kind: 'inline', body: 'x' })).toEqual(guardSettings({ name: 'runtime-guard', source: { kind: 'inline', body: 'x' }, agents: 'main', key: '/guard', required: true }))
    expect(runtimeGuardSettings({ kind: 'script', script: './x.js' }).source).toEqual({ kind: 'script', script: './x.js' })
  })
})
