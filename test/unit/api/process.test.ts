import { describe, expect, it } from 'vitest'
import { MAX_LINE, NOTIFY_BURST, createProcessCapability } from '../../../src/api/process.ts'
import { OBSERVED_ID, SPAWN_BURST, createSpawn } from '../../../src/api/spawn.ts'
import type { JsonObject, JsonValue, SubagentPort } from '../../../src/types.ts'
import { SESSION, guardSettings, hostCall, runContext } from '../../support/session/api-run.ts'

function mounted(available = true) {
  const said: [string, string, string][] = []
  const spawned: [string, JsonObject][] = []
  const clock = { time: 1_000, now: () => clock.time }
  const subagents: SubagentPort = {
    available,
    spawn: async (session, spec) => {
      spawned.push([session.sessionId, spec])
      return Promise.resolve(`child-${spawned.length}`)
    },
  }
  const capability = createProcessCapability({
    human: { say: (session, level, text) => { said.push([session?.sessionId ?? '', level, text]) } },
    clock,
    spawn: createSpawn(subagents, clock),
  })
  return { said, spawned, clock, call: async (method: string, args: readonly JsonValue[], run = runContext()) => await hostCall(capability, `process.${method}`, args, run) }
}

describe('a word to the human', () => {
  it.each<[string, readonly JsonValue[], string, string]>([
    ['notify', ['hello', null], 'info', 'g: hello'],
    ['notify', ['hello'], 'info', 'g: hello'],
    ['notify', ['hello', 'warn'], 'warn', 'g: hello'],
    ['notify', ['hello', 'error'], 'error', 'g: hello'],
    ['progress', ['step 1\n\u001b[31mof 2'], 'info', 'g: step 1 [31mof 2'],
  ])('%s %j', async (method, args, level, text) => {
    const { call, said } = mounted()
    expect(await call(method, args)).toBeNull()
    expect(said).toEqual([['s1', level, text]])
  })

  it('is one bounded line', async () => {
    const { call, said } = mounted()
    await call('notify', ['ä'.repeat(MAX_LINE)])
    await call('notify', ['ä'.repeat(MAX_LINE + 1)])
    expect(said[0]?.[2]).toBe(`g: ${'ä'.repeat(MAX_LINE)}`)
    expect(said[1]?.[2]).toMatch(/more\]$/)
    expect(said[1]?.[2].length).toBeLessThanOrEqual('g: '.length + MAX_LINE)
  })

  it.each<[readonly JsonValue[], RegExp]>([[[], /process\.notify: text must be a text, but it is missing/], [[' '], /not empty/], [['x', 'loud'], /process\.notify: level must be info, warn or error/], [['x', 1], /level/]])('refuses %j', async (args, message) => {
    await expect(mounted().call('notify', args)).rejects.toMatchObject({ code: 'BAD_ARGUMENT', message: expect.stringMatching(message) })
  })

  it('comes in a burst, then once a second, and says what was dropped', async () => {
    const { call, said, clock } = mounted()
    for (let index = 0; index < NOTIFY_BURST + 5; index += 1) await call(index % 2 === 0 ? 'notify' : 'progress', ['x'])
    expect(said).toHaveLength(NOTIFY_BURST)
    clock.time += 999
    await call('notify', ['x'])
    expect(said).toHaveLength(NOTIFY_BURST)
    clock.time += 1
    await call('notify', ['y'])
    expect(said.at(-1)?.[2]).toBe('g: y [6 lines before this one were dropped: too many at once]')
    clock.time += 2_000
    await call('notify', ['z'])
    expect(said.at(-1)?.[2]).toBe('g: z')
  })

  it('a long silence saves up no more than a burst', async () => {
    const { call, said, clock } = mounted()
    await call('notify', ['x'])
    clock.time += 3_600_000
    for (let index = 0; index < NOTIFY_BURST + 5; index += 1) await call('notify', ['x'])
    expect(said).toHaveLength(1 + NOTIFY_BURST)
  })

  it('one session does not use up the lines of another, and a clock set back takes none away', async () => {
    const { call, said, clock } = mounted()
    for (let index = 0; index < NOTIFY_BURST + 1; index += 1) await call('notify', ['x'])
    await call('notify', ['x'], runContext({ session: { ...SESSION, sessionId: 's2' } }))
    expect(said).toHaveLength(NOTIFY_BURST + 1)
    clock.time -= 60_000
    await call('notify', ['x'], runContext({ session: { ...SESSION, sessionId: 's2' } }))
    expect(said).toHaveLength(NOTIFY_BURST + 2)
  })

  it('is not said by an observing guard', async () => {
    const { call, said } = mounted()
    expect(await call('notify', ['x'], runContext({ observe: true }))).toBeNull()
    expect(said).toEqual([])
  })
})

describe('a subagent', () => {
  it('is started with its task, and its id comes back', async () => {
    const { call, spawned } = mounted()
    expect(await call('spawn', [{ task: 'Review the change.', label: 'review' }])).toBe('child-1')
    expect(spawned).toEqual([['s1', { task: 'Review the change.', label: 'review' }]])
  })

  it.each<[string, readonly JsonValue[], RegExp]>([
    ['nothing', [], /process\.spawn: spec\.task must be a text/],
    ['a text', ['x'], /spec must be an object, but it is a text|spec must be an object, but it is a string/],
    ['an empty task', [{ task: ' ' }], /spec\.task must be a text that is not empty/],
    ['a label that is no text', [{ task: 'x', label: 1 }], /spec\.label must be a text/],
    ['a key that is not known', [{ task: 'x', prompt: 'y' }], /spec\.prompt is not known; it may hold task, label/],
  ])('%s is refused', async (_name, args, message) => {
    const { call, spawned } = mounted()
    await expect(call('spawn', args)).rejects.toMatchObject({ code: 'BAD_ARGUMENT', message: expect.stringMatching(message) })
    expect(spawned).toEqual([])
  })

  it('takes a task of exactly the limit', async () => {
    const { call } = mounted()
    await call('spawn', [{ task: 'ä'.repeat(32_768) }])
    await expect(call('spawn', [{ task: 'ä'.repeat(32_769) }])).rejects.toMatchObject({ code: 'TOO_LARGE' })
  })

  it('is refused clearly where the profile has none, the call has no agent, or the run is over', async () => {
    await expect(mounted(false).call('spawn', [{ task: 'x' }])).rejects.toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('this profile has no subagents') })
    await expect(mounted().call('spawn', [{ task: 'x' }], runContext({ hasAgent: false }))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect(mounted().call('spawn', [{ task: 'x' }], runContext({ signal: AbortSignal.abort() }))).rejects.toMatchObject({ code: 'CANCELLED' })
  })

  it('is not started by an observing guard, which gets an id that says so', async () => {
    const { call, spawned } = mounted()
    expect(await call('spawn', [{ task: 'x' }], runContext({ observe: true }))).toBe(OBSERVED_ID)
    expect(spawned).toEqual([])
  })

  it('comes a few at once and then one in a while, counted over the whole tree of a session', async () => {
    const { call, clock } = mounted()
    const child = runContext({ session: { ...SESSION, sessionId: 's2', isSubagent: true }, guard: guardSettings({ name: 'h' }) })
    for (let index = 0; index < SPAWN_BURST; index += 1) await call('spawn', [{ task: 'x' }], index % 2 === 0 ? child : runContext())
    await expect(call('spawn', [{ task: 'x' }], child)).rejects.toMatchObject({ code: 'LIMIT' })
    clock.time += 15_000
    expect(await call('spawn', [{ task: 'x' }])).toBe(`child-${SPAWN_BURST + 1}`)
  })
})
