/**
 * The fixture itself, with probe plugins in the place of Shooty: what the other host tests rest on.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { HOSTS } from '../support/install/host-pins.mjs'
import { onEveryHost } from '../support/host/each-host.ts'
import { bash, bashArgs, call, calls, createHold, held, httpError, say, truncated } from '../support/model/model-reply.ts'
import { lastToolResult, toolResults } from '../support/model/model-server.ts'
import { listenerSource } from '../support/host/probe-plugin.ts'
import { eventsOf } from '../support/host/session-log.ts'
import { testHost, testWeb, testWorld } from '../support/host/test-world.ts'

const denyBash = listenerSource('tools/pre-execute', `return payload.name === 'bash' ? { kind: 'deny', reason: 'the probe says no' } : next()`)

onEveryHost(({ version }) => {
  it('runs with a plugin that refuses a call', async () => {
    const world = await testWorld({ shooty: false, host: version, script: [bash('touch made'), say('over')], probes: [{ name: 'probe', source: denyBash }] })
    const run = await world.run()
    expect(run).toMatchObject({ code: 0, stdout: 'over\n' })
    expect(lastToolResult(run.requests[1])).toContain('the probe says no')
    await expect(readFile(join(world.workspace, 'made'))).rejects.toThrow('ENOENT')
    expect(await world.dumpConfig()).toContain('probe')
  })
})

describe('the host under test', () => {
  it('runs the calls that nobody refuses, and logs the session', async () => {
    const world = await testWorld({ shooty: false, files: { 'dir/in.txt': 'text\n' }, script: [bash('cat dir/in.txt'), say('read')] })
    const run = await world.run({ prompt: 'read it' })
    expect(lastToolResult(run.requests[1])).toContain('text')
    expect(eventsOf(run.session, 'turn/end')).toEqual([{ turn: 1, reason: { kind: 'completed' } }])
    expect(run.asides).toHaveLength(1)
    expect(world.model.beyondScript).toBe(0)
  })

  it('goes on with an old session', async () => {
    const world = await testWorld({ shooty: false, script: [say('first answer'), say('second answer')] })
    const first = await world.run({ prompt: 'first prompt' })
    const again = await world.resume(first.session?.id ?? '', { prompt: 'second prompt' })
    expect(again).toMatchObject({ code: 0, stdout: 'second answer\n' })
    const texts = JSON.stringify(again.requests[0]?.messages)
    expect(texts).toContain('first prompt')
    expect(texts).toContain('first answer')
    expect(eventsOf(again.session, 'turn/end')).toHaveLength(2)
  })

  it('knows nothing of the developer who runs the tests', async () => {
    const before = { ...process.env }
    Object.assign(process.env, { DEEPSEEK_API_KEY: 'mine', DEEPSEEK_BASE_URL: 'http://127.0.0.1:1/v1', DSH_HOME: '/nowhere', DSH_TOOLS_MODE: 'code' })
    try {
      const world = await testWorld({ shooty: false, script: [say('hello')] })
      const run = await world.run()
      expect(run).toMatchObject({ code: 0, stdout: 'hello\n' })
      const { authorization, 'x-api-key': key } = run.requests[0]?.headers ?? {}
      expect(authorization ?? `Bearer ${String(key)}`).toBe('Bearer scripted')
      expect(run.requests[0]?.tools).toContain('bash')
    } finally {
      process.env = before
    }
  })
})

describe('the scripted model', () => {
  it('makes several calls in one message, well and badly formed', async () => {
    const world = await testWorld({ shooty: false, script: [calls([{ name: 'bash', args: bashArgs('echo one') }, { name: 'bash', args: '{bad' }]), say('over')] })
    const run = await world.run()
    const results = [...toolResults(run.requests[1] ?? expect.unreachable()).entries()]
    expect(results.map(([id]) => id)).toEqual(['call_0_0', 'call_0_1'])
    expect(results[0]?.[1]).toContain('one')
    expect(results[1]?.[1]).toContain('Error')
  })

  it.each([
    ['an HTTP error', httpError(401), 'error'],
    ['the token limit', truncated('half'), 'max-tokens'],
  ])('ends a turn with %s', async (_what, reply, kind) => {
    const world = await testWorld({ shooty: false, script: [reply] })
    const run = await world.run()
    expect(run.code).toBe(1)
    expect(eventsOf(run.session, 'turn/end')).toMatchObject([{ reason: { kind } }])
  })

  it('holds an answer back until the user has cancelled', async () => {
    const hold = createHold()
    const world = await testWorld({ shooty: false, profiles: ['web'], script: [held(hold, say('never read')), say('after')] })
    const web = await testWeb(world)
    const session = await web.createSession()
    await web.prompt(session, 'first')
    await hold.arrived
    await web.cancel(session)
    expect(eventsOf(await web.turnsEnded(session), 'turn/end')).toMatchObject([{ reason: { kind: 'aborted', reason: { kind: 'user' } } }])
    await web.prompt(session, 'second')
    expect(eventsOf(await web.turnsEnded(session, 2), 'turn/end')[1]).toMatchObject({ reason: { kind: 'completed' } })
    expect(await web.command(session, '/goal')).toMatchObject({ kind: 'success' })
    expect(await web.command(session, '/nonsense')).toBeNull()
  })
})

describe('the host in this process', () => {
  it.each(HOSTS)('dsh $version judges a call of a real agent through the real pipeline', async ({ version }) => {
    const host = await testHost({ host: version, script: [call('echo', { n: 1 }), say('over')] })
    const seen: unknown[] = []
    host.tool('echo', args => args)
    await host.mount({ name: 'probe', inject: ['tools'], apply: (ctx: typeof host.ctx) => { ctx.on('tools/pre-execute', (exec, next) => { seen.push(exec.agent?.session.id); return next() }) } })
    const agent = await host.createAgent()
    await host.prompt(agent, 'go')
    expect(await host.execute({ name: 'echo', args: { n: 2 } })).toMatchObject({ isError: false, value: { n: 2 } })
    expect(seen).toEqual([agent.session.id, undefined])
    expect(host.requests).toHaveLength(2)
    const child = await host.createAgent({ parent: agent })
    expect(child.session.header).toMatchObject({ origin: 'subagent', delegationDepth: 1, parentSession: agent.session.id })
  })
})
