import { describe, expect, it } from 'vitest'
import { selfCheck } from '../../../src/surface/self-check.ts'
import type { SelfCheckInput } from '../../../src/surface/self-check.ts'
import type { PointStatus } from '../../../src/surface/status.ts'

type Guard = SelfCheckInput['guards'][number]
const guard = (name: string, overrides: Partial<Guard> = {}): Guard => ({ name, state: 'loaded', mode: 'enforce', reason: null, trigger: 'command', tools: null, key: 'guard[0]', file: null, warnings: [], ...overrides })
const gate = (name: string, active = true) => ({ gate: name, active, detail: '' })
const point = (name: PointStatus['point'], active: boolean, detail = ''): PointStatus => ({ point: name, active, detail })
const TOOL = { wanted: 'guard_status', registered: 'guard_status' }
const COMMAND = { wanted: 'guard', registered: 'guard' }
const check = (overrides: Partial<SelfCheckInput> = {}) => selfCheck({
  version: '0.1.0', guards: [guard('a'), guard('b')], gates: [gate('x'), gate('y'), gate('z', false)], tool: TOOL, command: COMMAND,
  points: [point('start', true), point('command', true), point('result', false, 'no guard'), point('stop', true), point('terminate', false, 'no guard')],
  probe: { ok: true, detail: 'probe refused in 84 ms' }, ...overrides,
})
const HEAD = 'shooty 0.1.0: 2 guards, 2 gates, points start command stop'
const LIST = '; guards a → command, b → command'

describe('the self-check', () => {
  it('is one quiet line where all is well', () => {
    expect(check()).toEqual({ line: `${HEAD}; runner ok (probe refused in 84 ms)${LIST}`, notes: [], loud: false })
  })

  it('says that nothing is there', () => {
    expect(check({ guards: [], gates: [], points: [], probe: null })).toEqual({ line: 'shooty 0.1.0: 0 guards, 0 gates, no point active', notes: [], loud: false })
  })

  it('says one guard and one gate', () => {
    expect(check({ guards: [guard('a')], gates: [gate('x')], probe: null }).line).toBe('shooty 0.1.0: 1 guard, 1 gate, points start command stop; guards a → command')
  })

  it.each<[string, Partial<SelfCheckInput>, string, string[]]>([
    ['a broken guard', { guards: [guard('a'), guard('b', { state: 'broken', reason: 'no such\nfile' })] },
      'shooty 0.1.0: 2 guards (1 BROKEN: b), 2 gates, points start command stop; runner ok (probe refused in 84 ms); guards a → command', ['guard b is BROKEN: no such file (guard[0])']],
    ['a guard that runs and cannot do what it is for', { guards: [guard('a', { warnings: ['deny is for command (line 1, column 2)'], trigger: 'stop', tools: ['bash', 'shell'], file: '/g/a.js' })] },
      'shooty 0.1.0: 1 guard, 2 gates, points start command stop; runner ok (probe refused in 84 ms); guards a → stop bash shell', ['guard a: deny is for command (line 1, column 2) (guard[0], /g/a.js)']],
    ['a Point whose anchor is missing', { points: [point('start', true), point('stop', false, 'not active: this host has no agent/turn-stopping')] },
      'shooty 0.1.0: 2 guards, 2 gates, points start, NOT ACTIVE: stop; runner ok (probe refused in 84 ms); guards a → command, b → command', ['stop is not active: this host has no agent/turn-stopping']],
    ['a tool whose name was taken', { tool: { wanted: 'guard_status', registered: 'shooty_guard_status' } },
      `${HEAD}; tool is shooty_guard_status; runner ok (probe refused in 84 ms)${LIST}`, ['the tool is registered as shooty_guard_status: the name guard_status was taken']],
    ['a command that is not there', { command: { wanted: 'guard', registered: null } },
      `${HEAD}; command guard NOT registered; runner ok (probe refused in 84 ms)${LIST}`, ['the command guard is NOT registered: this host has no place for it']],
    ['a runner that failed', { probe: { ok: false, detail: 'a script that refuses came to nothing' } },
      `${HEAD}; runner NOT OK (a script that refuses came to nothing)${LIST}`, ['the runner failed its probe: a script that refuses came to nothing; script guards cannot be relied on']],
  ])('is loud for %s', (_name, overrides, line, notes) => {
    expect(check(overrides)).toEqual({ line, notes, loud: true })
  })

  it('tells a guard that waits for its workspace, quietly', () => {
    expect(check({ guards: [guard('w', { state: 'waiting', reason: 'x', trigger: 'stop' })], probe: null })).toEqual({ line: 'shooty 0.1.0: 1 guard (1 waiting for a workspace: w), 2 gates, points start command stop; guards w → stop', notes: [], loud: false })
  })

  it.each<[string, Partial<SelfCheckInput>]>([
    ['a broken guard that is off', { guards: [guard('a'), guard('b'), guard('c', { state: 'broken', mode: 'off' })] }],
    ['a tool that is switched off', { tool: { wanted: null, registered: null } }],
  ])('is quiet for %s', (_name, overrides) => {
    expect(check(overrides)).toEqual({ line: `${HEAD}; runner ok (probe refused in 84 ms)${LIST}`, notes: [], loud: false })
  })

  it.each([[800, false], [801, true]])('has a line of at most 800 units, and every broken guard in its notes: %i, cut %s', (length, cutOff) => {
    const rest = check({ guards: [guard('', { state: 'broken' })], probe: null }).line.length
    const { line, notes } = check({ guards: [guard('n'.repeat(length - rest), { state: 'broken', reason: 'r' })], probe: null })
    expect([line.length <= 800, line.includes('more]'), notes.length]).toEqual([true, cutOff, 1])
  })
})
