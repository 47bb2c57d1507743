/**
 * RESULT on the real host's pipeline: each call exactly once, whatever its outcome, with what the call
 * was and what came of it; a block is an error for the model, and a guard that fails changes nothing.
 */
import { describe, expect, it } from 'vitest'
import { guardedHost, ownWords } from '../support/host/guarded-host.ts'
import { call, say } from '../support/model/model-reply.ts'
import { testHost } from '../support/host/test-world.ts'

interface Seen {
  readonly name: string
  readonly callId: string
  readonly args: unknown
  readonly isError: boolean
  readonly text: string
}

/** Keeps what it saw, and hands it over at the call `report`. */
const recorder = {
  name: 'recorder', trigger: 'result',
  scriptBody: `const { command, result, sessionValues } = vance.guard
const seen = sessionValues.get('seen') ?? []
if (command.name === 'report') vance.guard.notice('SEEN ' + JSON.stringify(seen))
else sessionValues.set('seen', [...seen, { name: command.name, callId: command.callId, args: command.args, isError: result.isError, text: result.text }])`,
}
const refuser = { name: 'refuser', trigger: 'command', tools: ['refused'], scriptBody: "vance.guard.deny('not this one')" }
const OFF = { repeatThreshold: 0, postWriteSyntax: false, tamperProtection: false, audit: false, destructive: { action: 'off' } }

function textsIn(result: object): string {
  return JSON.stringify(result)
}

describe('RESULT', () => {
  it('sees each call once, however it ended', async () => {
    const host = await testHost()
    host.tool('fine', () => 'all is well')
    host.tool('throws', () => { throw new Error('it broke') })
    host.tool('refused', () => 'never')
    host.tool('listener', () => 'ran')
    host.tool('foreign', () => 'never')
    const late = new AbortController()
    host.tool('slow', () => { late.abort({ kind: 'user' }); return 'too late' })
    host.tool('report', () => 'reported')
    await host.mountShooty({ ...OFF, guard: [recorder, refuser] })
    await host.mount({
      name: 'other', inject: ['tools'],
      apply: (ctx: typeof host.ctx) => {
        ctx.on('tools/post-execute', (exec, _result, next) => { if (exec.name === 'listener') throw new Error('another plugin broke'); return next() })
        ctx.on('tools/pre-execute', (exec, next) => exec.name === 'foreign' ? Promise.resolve({ kind: 'deny' as const, reason: 'another plugin refuses' }) : next())
      },
    })
    // Registered behind ours and before it in the pipeline, so that ours is never asked about this tool.
    host.ctx.on('tools/post-execute', async (exec, _result, next) => exec.name === 'hidden' ? { kind: 'accept' } : await next(), { prepend: true })
    host.tool('hidden', () => 'unseen by the rest')
    const agent = await host.createAgent()
    const names = ['fine', 'throws', 'refused', 'listener', 'foreign', 'no_such_tool', 'hidden'] as const
    for (const name of names) await host.execute({ name, args: { of: name }, agent, callId: `id-${name}` })
    const early = new AbortController()
    early.abort({ kind: 'user' })
    await host.execute({ name: 'fine', agent, callId: 'id-early', signal: early.signal })
    await host.execute({ name: 'slow', agent, callId: 'id-late', signal: late.signal })
    await host.execute({ name: 'fine', agent, callId: 'id-last' })

    // A call that was cancelled before the pipeline began is told to observers only.
    const ids = [...names.map(name => `id-${name}`), 'id-early', 'id-late', 'id-last']
    await expect.poll(async () => (await report()).map(one => one.callId).sort(), { timeout: 30_000, interval: 500 }).toEqual([...ids].sort())
    const seen = new Map((await report()).map(one => [one.callId, one]))
    expect(seen.get('id-fine')).toMatchObject({ name: 'fine', args: { of: 'fine' }, isError: false, text: 'all is well' })
    expect(seen.get('id-hidden')).toMatchObject({ name: 'hidden', isError: false, text: 'unseen by the rest' })
    for (const [name, words] of [['throws', 'it broke'], ['refused', 'not this one'], ['foreign', 'another plugin refuses'], ['no_such_tool', 'no_such_tool'], ['listener', 'another plugin broke']] as const) {
      expect(seen.get(`id-${name}`), name).toMatchObject({ name, isError: true })
      expect(seen.get(`id-${name}`)?.text, name).toContain(words)
    }

    async function report(): Promise<readonly Seen[]> {
      const text = textsIn(await host.execute({ name: 'report', agent }))
      const found = /SEEN (\[.*?\])(?:\\n|")/.exec(text.replaceAll('\\"', '\u0001'))
      return found === null ? [] : JSON.parse((found[1] ?? '[]').replaceAll('\u0001', '"').replaceAll('\\\\', '\\')) as Seen[]
    }
  })

  it('turns a blocked result into an error that keeps its notices, and fails open', async () => {
    const host = await testHost()
    for (const name of ['fine', 'blocked', 'faulty']) host.tool(name, () => `${name} ran`)
    await host.mountShooty({
      ...OFF,
      guard: [
        { name: 'faulty', trigger: 'result', tools: ['faulty'], scriptBody: "throw new Error('the guard broke')" },
        { name: 'blocker', trigger: 'result', tools: ['blocked'], scriptBody: "vance.guard.notice('and mind this'); vance.guard.block('this result is not to be used')" },
      ],
    })
    const agent = await host.createAgent()
    expect(await host.execute({ name: 'fine', agent })).toMatchObject({ isError: false, content: [{ text: 'fine ran' }] })
    const blocked = await host.execute({ name: 'blocked', agent })
    expect(blocked.isError).toBe(true)
    expect(textsIn(blocked.content)).toContain('this result is not to be used')
    expect(textsIn(blocked)).toContain('and mind this')
    expect(await host.execute({ name: 'faulty', agent })).toMatchObject({ isError: false, content: [{ text: 'faulty ran' }] })
    expect(textsIn(await host.execute({ name: 'guard_status', args: { action: 'recent' }, agent }))).toContain('the guard broke')
  })

  it('tells what it had to say of a result that another plugin had already let go', async () => {
    const host = await guardedHost([{ name: 'blocker', trigger: 'result', scriptBody: "vance.guard.block('this result is not to be used')" }], { script: [call('work', {}), say('over')] })
    host.tool('work', () => 'ran')
    host.ctx.on('tools/post-execute', async () => ({ kind: 'accept' as const }), { prepend: true })
    await host.prompt(await host.createAgent(), 'go')
    expect(host.decisions.map(one => [one.guard, one.point, one.outcome])).toEqual([['blocker', 'result', 'fired']])
    expect(ownWords(host.requests[1])).toEqual([expect.stringMatching(/rejects the result of the call of work[^]*this result is not to be used/)])
  })
})
