import { describe, expect, it } from 'vitest'
import { runGuardCommand } from '../../../src/surface/guard-command.ts'
import { commandWorld, fakeGate } from '../../support/session/guard-command.ts'
import type { CommandWorldOptions } from '../../support/session/guard-command.ts'
import { session, stateWorld, subagent } from '../../support/session/states.ts'

const code = { kind: 'inline' as const, body: 'return' }
const WORLD: CommandWorldOptions = {
  guards: [
    { name: 'dev-done', source: code }, { name: 'watcher', source: code, trigger: 'command', points: ['command'], mode: 'observe' },
    { name: 'asleep', source: code, trigger: 'both', points: ['stop', 'terminate'], mode: 'off' }, { name: 'bad', source: { kind: 'inline', body: '(' }, trigger: 'command', points: ['command'] },
  ],
  gates: [fakeGate('critical-paths', { detail: '2 patterns' }), fakeGate('repeated-failure', { active: false, detail: 'repeatThreshold is 0' })],
}

describe('off, on and observe', () => {
  it.each([
    ['off dev-done', 'dev-done: off (on in the configuration), for this session and its subagents', 'off'],
    ['observe dev-done', 'dev-done: observes (on in the configuration), for this session and its subagents', 'observe'],
    ['on dev-done', 'dev-done: on, for this session and its subagents', undefined],
    ['on watcher', 'watcher: on (observes in the configuration), for this session and its subagents', 'enforce'],
    ['observe watcher', 'watcher: observes, for this session and its subagents', undefined],
    ['on asleep', 'asleep: on (off in the configuration), for this session and its subagents', 'enforce'],
    ['off "critical-paths"', 'critical-paths: off (on in the configuration), for this session and its subagents', 'off'],
    ['observe critical-paths', 'critical-paths: observes (on in the configuration), for this session and its subagents', 'observe'],
    ['OFF dev-done', 'dev-done: off (on in the configuration), for this session and its subagents', 'off'],
  ])('%s: %s', async (line, text, toggle) => {
    const world = commandWorld(WORLD)
    expect(await world.say(line)).toEqual({ ok: true, text })
    const name = /[\w-]+"?$/.exec(line)?.[0].replace('"', '') ?? ''
    expect([world.states.of(session()).toggles.get(name), world.changes()]).toEqual([toggle, 1])
  })

  it('go back to what the configuration says, and keep nothing of it', async () => {
    const world = commandWorld(WORLD)
    await world.say('off dev-done')
    expect((await world.say('on dev-done')).text).toBe('dev-done: on, for this session and its subagents')
    expect(world.states.of(session()).toggles.size).toBe(0)
  })

  it('hold for the session and its subagents, wherever they were typed, and for no other session', async () => {
    const world = commandWorld(WORLD)
    await world.say('off dev-done', subagent('sub', 's1'))
    const modes = [session(), subagent('sub', 's1'), subagent('sub2', 's1'), session('s2')].map(of => world.states.modeOf(of, 'dev-done', 'enforce'))
    expect(modes).toEqual(['off', 'off', 'off', 'enforce'])
  })

  it('hold over a restart', async () => {
    const before = commandWorld(WORLD)
    await before.say('off dev-done')
    const after = commandWorld({ ...WORLD, state: stateWorld({ disk: before.files.disk }) })
    expect((await after.say('list')).text).toContain('dev-done: stop, off (on in the configuration)')
  })

  it('tell that a guard is broken, unless it is off', async () => {
    const world = commandWorld(WORLD)
    expect((await world.say('on bad')).text).toMatch(/^bad: on, for this session and its subagents\n {2}BROKEN: .+ \(line 1, column \d\)$/)
    expect((await world.say('off bad')).text).toBe('bad: off (on in the configuration), for this session and its subagents')
  })

  it('tell that a gate has nothing to do, unless it is off', async () => {
    const world = commandWorld(WORLD)
    expect((await world.say('on repeated-failure')).text).toBe('repeated-failure: on, for this session and its subagents\n  not active: repeatThreshold is 0')
    expect((await world.say('off repeated-failure')).text).toBe('repeated-failure: off (on in the configuration), for this session and its subagents')
  })

  it('tell at which Points the guard does not run', async () => {
    const points = [{ point: 'stop' as const, active: true, detail: '' }, { point: 'terminate' as const, active: false, detail: 'not active: no anchor' }, { point: 'command' as const, active: false, detail: 'no guard' }]
    const world = commandWorld({ ...WORLD, points })
    expect((await world.say('on asleep')).text).toBe('asleep: on (off in the configuration), for this session and its subagents\n  it does not run at terminate: not active: no anchor')
    expect((await world.say('off asleep')).text).toBe('asleep: off, for this session and its subagents')
  })

  it('ask the host to look again before they answer', async () => {
    const points = [{ point: 'stop' as const, active: false, detail: 'not active: not registered' }]
    const world = commandWorld({ ...WORLD, points })
    const deps = { ...world.deps, changed: () => { points[0] = { point: 'stop', active: true, detail: 'asleep' } } }
    expect((await runGuardCommand('on asleep', session(), deps)).text).toBe('asleep: on (off in the configuration), for this session and its subagents')
  })

  const KNOWN = 'there are dev-done, watcher, asleep, bad, critical-paths, repeated-failure; nothing was changed'
  it.each([
    ['off dev-dnoe', `no guard or gate is named "dev-dnoe"; did you mean "dev-done"?\n${KNOWN}`],
    ['off Dev_Done', `no guard or gate is named "Dev_Done"; did you mean "dev-done"?\n${KNOWN}`],
    ['observe critical-path', `no guard or gate is named "critical-path"; did you mean "critical-paths"?\n${KNOWN}`],
    ['off guard_status', `no guard or gate is named "guard_status"\n${KNOWN}`],
    ['off all', `no guard or gate is named "all"\n${KNOWN}`],
    ['off dev-done watcher', `no guard or gate is named "dev-done watcher"\n${KNOWN}`],
    ['off', 'a name is missing; there are dev-done, watcher, asleep, bad, critical-paths, repeated-failure'],
    ['on runtime-guard', 'this session has no runtime guard: set one with /guard inline or /guard script'],
  ])('%s is an error, and nothing changes', async (line, text) => {
    const world = commandWorld(WORLD)
    expect(await world.say(line)).toEqual({ ok: false, text })
    expect([world.states.of(session()).toggles.size, world.changes()]).toEqual([0, 0])
  })

  it('say so when there is nothing to switch', async () => {
    expect((await commandWorld().say('off x')).text).toBe('no guard or gate is named "x"\nthere are none; nothing was changed')
  })

  it('do not repeat a name without end', async () => {
    expect((await commandWorld().say(`off ${'x'.repeat(5_000)}`)).text.length).toBeLessThan(300)
  })
})

describe('list', () => {
  it('shows every guard and gate with what is true of it', async () => {
    const world = commandWorld(WORLD)
    await world.say('inline return 1')
    await world.say('off watcher')
    await world.say('off critical-paths')
    expect((await world.say('list')).text.split('\n')).toEqual([
      expect.stringMatching(/^\d guards and \d gates? in force/),
      'guards:',
      expect.stringMatching(/^ {2}dev-done: stop, on, loaded from inline code, [0-9a-f]{12}$/),
      expect.stringMatching(/^ {2}watcher: command, off \(observes in the configuration\), loaded from inline code, [0-9a-f]{12}$/),
      expect.stringMatching(/^ {2}asleep: both, off, loaded from inline code, [0-9a-f]{12}$/),
      expect.stringMatching(/^ {2}bad: command, on, BROKEN: .+ \(line 1, column \d\)$/),
      expect.stringMatching(/^ {2}runtime-guard: stop, on, loaded from inline code, [0-9a-f]{12}$/),
      'gates:',
      '  critical-paths: off (on in the configuration)',
      '  repeated-failure: on, not active: repeatThreshold is 0',
    ])
  })

  it('says that there is nothing', async () => {
    expect(await commandWorld().say('list')).toEqual({ ok: true, text: '0 guards and 0 gates in force\nguards: none\ngates: none' })
  })
})
