import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commandWorld } from '../../support/session/guard-command.ts'
import { session, stateWorld, subagent } from '../../support/session/states.ts'

const GOOD = 'vance.guard.continueWith("Run the tests.")'
const LINE = /^runtime guard: inline code, loaded, [0-9a-f]{12}, stop, enforce, 0 of 3 follow-up rounds used$/

describe('inline code', () => {
  it('becomes the runtime guard, as it was typed, and the host is told', async () => {
    const world = commandWorld()
    const reply = await world.say(`inline  if (true) {\n  ${GOOD}\n}\n`)
    expect(reply).toEqual({ ok: true, text: expect.stringMatching(LINE) as string })
    expect(world.states.of(session()).runtimeGuard).toEqual({ kind: 'inline', body: `if (true) {\n  ${GOOD}\n}` })
    expect([world.changes(), world.files.disk.get('s1')?.runtimeGuard]).toEqual([1, { kind: 'inline', body: `if (true) {\n  ${GOOD}\n}` }])
  })

  it('that does not parse is refused with its place, and nothing changes', async () => {
    const world = commandWorld()
    expect(await world.say('inline let a = 1\nlet = =')).toEqual({
      ok: false, text: expect.stringMatching(/^the code cannot run: .+ \(line 2, column \d+\)\nnothing was changed; this session has no runtime guard$/) as string,
    })
    await world.say(`inline ${GOOD}`)
    const before = world.states.of(session()).runtimeGuard
    const reply = await world.say('inline (')
    expect([reply.ok, reply.text.split('\n')[1]]).toEqual([false, expect.stringMatching(/^nothing was changed; runtime guard: inline code, loaded, /)])
    expect([world.states.of(session()).runtimeGuard, world.changes()]).toEqual([before, 1])
  })

  it('that is missing is asked for', async () => {
    expect(await commandWorld().say('inline')).toEqual({ ok: false, text: 'inline needs code, e.g. /guard inline vance.guard.continueWith("Run the tests.")' })
  })

  it('shows what its author should look at', async () => {
    expect((await commandWorld().say('inline if (Math.random()) vance.guard.continueWith("x")')).text).toMatch(/\n {2}warning: Math\.random .*\(line 1, column 5\)$/)
  })

  it.each([['vance.guard.deny("no")', 'vance.guard.deny is for command alone (line 1, column 1)'], ['if (vance.guard.command) vance.guard.notice("x")', 'vance.guard.command is for command and result alone (line 1, column 5)']])('that can never act at stop is refused at once: %s', async (body, words) => {
    const world = commandWorld()
    expect(await world.say(`inline ${body}`)).toEqual({ ok: false, text: `it could never act: ${words}, and the runtime guard runs at stop. Put it into the configuration with a trigger of its own\nnothing was changed; this session has no runtime guard` })
    expect(world.states.of(session()).runtimeGuard).toBeNull()
  })

  it('set in a subagent\'s session is the root\'s', async () => {
    const world = commandWorld()
    await world.say(`inline ${GOOD}`, subagent('sub', 's1'))
    expect([world.states.of(session()).runtimeGuard?.kind, world.states.of(subagent('sub', 's1')).runtimeGuard]).toEqual(['inline', null])
    expect((await world.say('get', session('other'))).text).toBe('this session has no runtime guard')
  })
})

describe('a script', () => {
  let folder: string
  beforeEach(async () => { folder = await realpath(await mkdtemp(join(tmpdir(), 'shooty-guard-'))) })
  afterEach(async () => { await rm(folder, { recursive: true, force: true }) })

  it.each([['a.js', 'a.js'], ['"a b.js"', 'a b.js'], ['a b.js', 'a b.js']])('named %s becomes the runtime guard', async (typed, name) => {
    await writeFile(join(folder, name), GOOD)
    const world = commandWorld({ folder })
    const reply = await world.say(`script ${typed}`)
    expect(reply).toEqual({ ok: true, text: expect.stringMatching(/^runtime guard: script a( b)?\.js, loaded from .*\.js, [0-9a-f]{12}, stop, enforce, 0 of 3 follow-up rounds used$/) as string })
    expect(reply.text).toContain(join(folder, name))
    expect(world.states.of(session()).runtimeGuard).toEqual({ kind: 'script', script: name })
  })

  it('of the workspace is pinned, and a later change is shown', async () => {
    const own = session('s1', { cwd: folder })
    await writeFile(join(folder, 'w.js'), GOOD)
    const world = commandWorld()
    expect((await world.say('script ./w.js', own)).ok).toBe(true)
    await writeFile(join(folder, 'w.js'), 'return 1')
    expect((await world.say('reload', own)).text).toMatch(/^runtime-guard: now [0-9a-f]{12}, was [0-9a-f]{12}$/)
    expect((await world.say('reload', own)).text).toMatch(/^runtime-guard: unchanged, [0-9a-f]{12}$/)
    await writeFile(join(folder, 'w.js'), 'return (')
    expect((await world.say('reload', own)).text).toMatch(/^runtime-guard: the last good version [0-9a-f]{12} stays in force: /)
  })

  it('that is not there is refused, nothing changes, and it is not looked for any more', async () => {
    const world = commandWorld({ folder })
    await world.say(`inline ${GOOD}`)
    const reply = await world.say('script missing.js')
    expect(reply).toEqual({ ok: false, text: expect.stringMatching(/^the script missing\.js cannot run: .+\nnothing was changed; runtime guard: inline code, /) as string })
    expect([world.states.of(session()).runtimeGuard?.kind, world.texts.files(null)]).toEqual(['inline', []])
  })

  it('that does not parse is refused with its place', async () => {
    await writeFile(join(folder, 'bad.js'), 'const a = 1\nconst b = (\n')
    expect((await commandWorld({ folder }).say('script bad.js')).text).toMatch(/^the script bad\.js cannot run: .+ \(line \d, column \d+\)\nnothing was changed; this session has no runtime guard$/)
  })

  it('replaces code, and code replaces it', async () => {
    await writeFile(join(folder, 'a.js'), GOOD)
    const world = commandWorld({ folder })
    await world.say(`inline ${GOOD}`)
    await world.say('script a.js')
    expect(world.states.of(session()).runtimeGuard).toEqual({ kind: 'script', script: 'a.js' })
    await world.say('inline return')
    expect(world.states.of(session()).runtimeGuard).toEqual({ kind: 'inline', body: 'return' })
  })

  it('that is missing is asked for', async () => {
    expect(await commandWorld().say('script ')).toEqual({ ok: false, text: 'script needs the path of a script, e.g. /guard script ./guard.js' })
  })
})

describe('get and clear', () => {
  it('show the code that runs, and that nothing is left', async () => {
    const world = commandWorld()
    await world.say('inline return\n// two')
    expect((await world.say('get')).text).toMatch(/^runtime guard: inline code, loaded, .*\nreturn\n\/\/ two$/)
    expect(await world.say('clear')).toEqual({ ok: true, text: 'the runtime guard is gone: it was inline code\nthis session has no runtime guard' })
    expect([world.states.of(session()).runtimeGuard, world.files.disk.get('s1')?.runtimeGuard, world.changes()]).toEqual([null, null, 2])
    expect(await world.say('clear')).toEqual({ ok: true, text: 'nothing was there to clear: this session has no runtime guard' })
  })

  it.each([[8_000, false], [8_001, true]])('show %i units of code, cut: %s', async (length, cutOff) => {
    const world = commandWorld()
    const code = `return //${'a'.repeat(length - 9)}`
    await world.say(`inline ${code}`)
    expect([code.length, (await world.say('get')).text.includes('more]')]).toEqual([length, cutOff])
  })

  it('say how many rounds are used, and what keeps the guard from acting', async () => {
    const world = commandWorld({ points: [{ point: 'stop', active: false, detail: 'not active: this host has no agent/turn-stopping' }, { point: 'command', active: false, detail: 'no guard' }] })
    await world.say('inline return')
    await world.states.of(session()).addRound()
    await world.say('observe runtime-guard')
    expect((await world.say('get')).text.split('\n')).toEqual([
      expect.stringMatching(/^runtime guard: inline code, loaded, [0-9a-f]{12}, stop, observe, 1 of 3 follow-up rounds used$/),
      '  it was switched to observe: /guard on runtime-guard makes it act',
      '  it does not run at stop: not active: this host has no agent/turn-stopping',
      'return',
    ])
  })

  it('show the configured guards as well, with their Points and how they are in this session', async () => {
    const world = commandWorld({
      guards: [{ name: 'a', points: ['stop', 'terminate'], source: { kind: 'inline', body: 'return' } }, { name: 'b', points: ['command'], source: { kind: 'inline', body: 'return (' } }],
      points: [{ point: 'command', active: false, detail: 'not active: this host has no tools/pre-execute' }],
    })
    await world.say('observe a')
    expect((await world.say('get')).text.split('\n')).toEqual([
      'this session has no runtime guard',
      'configured guards:',
      expect.stringMatching(/^ {2}a: stop and terminate, observe, loaded, [0-9a-f]{12}$/),
      expect.stringMatching(/^ {2}b: command, enforce, BROKEN: .+; not active at command$/),
    ])
  })

  it('say that a new guard is still switched off', async () => {
    const world = commandWorld()
    await world.say('inline return')
    await world.say('off runtime-guard')
    expect((await world.say('inline return 1')).text).toMatch(/, off, 0 of 3 .*\n {2}it was switched to off: \/guard on runtime-guard makes it act$/)
  })

  it('show a guard of an earlier run of the process, broken or not', async () => {
    const before = commandWorld()
    await before.say('inline return')
    const after = commandWorld({ state: stateWorld({ disk: before.files.disk }) })
    expect((await after.say('get')).text).toMatch(LINE_AND_CODE)
    await after.states.of(session()).setRuntimeGuard({ kind: 'script', script: 'gone.js' })
    expect((await after.say('get')).text).toMatch(/^runtime guard: script gone\.js, BROKEN: .+, stop, enforce, /)
  })
})

const LINE_AND_CODE = new RegExp(`${LINE.source.slice(0, -1)}\nreturn$`)
