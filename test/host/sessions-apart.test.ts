/** What a guard leaves behind in one session, by every way it has, and what a guard of another one finds in the same runner. */
import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Agent } from '@deepseek-ai/dsh-agent'
import { describe, expect, it } from 'vitest'
import { eventually } from '../support/runner/guard-pool.ts'
import { guardedHost, type GuardedHost } from '../support/host/guarded-host.ts'
import { createHold, held, say } from '../support/model/model-reply.ts'

const SECRET = 'SECRET-OF-A'

/** Leaves the secret wherever a guard can put something, and comes to an end as told. */
const leave = (end: string): string => `
  const secret = '${SECRET}'
  const attempt = (call) => { try { return call() } catch {} }
  vance.guard.loopValues.set('secret', secret)
  vance.guard.sessionValues.set('secret', secret)
  for (const place of [globalThis, Object.prototype, Array.prototype, Error, vance, vance.params, vance.context]) attempt(() => { place.leak = secret })
  vance.guard.notice(secret)
  vance.log.warn(secret, { secret })
  vance.process.progress(secret)
  vance.documents.write('of-a.txt', secret)
  if (vance.guard.point === 'start') vance.guard.setTurnPrompt(secret)
  const late = async () => { for (let turn = 0; turn < 100; turn++) { await null; attempt(() => vance.guard.notice(secret)); attempt(() => vance.guard.sessionValues.set('late', secret)) } }
  late()
  ${end}
`

/** Says everything that a guard can see. */
const look = `
  const { guard, context, params, documents } = vance
  const files = [...documents.list('.').map(file => file.name), documents.exists('of-a.txt')]
  const reached = [globalThis.leak, ({}).leak, [].leak, Error.leak, vance.leak, params.leak, context.leak]
  guard.notice('B SAW ' + JSON.stringify([reached, guard.loopValues.get(), guard.sessionValues.get(), files, params, context, guard.task, guard.request, guard.output, guard.command, guard.result]))
`

async function twoSessions(end: string, timeoutMs: number): Promise<GuardedHost & { readonly a: Agent, readonly b: Agent }> {
  const scriptBody = `if (vance.context.sessionId === 'b') {${look}} else {${leave(end)}}`
  const entry = { scriptBody, allowTools: true, params: { shared: true } }
  const host = await guardedHost([{ ...entry, name: 'at-start', trigger: 'start' }, { ...entry, name: 'at-command', trigger: 'command', tools: ['work'] }], {
    config: { sandbox: { maxRunners: 1, memoryMb: 64, maxSteps: 0 }, timeoutMs },
  })
  host.tool('work', () => 'done')
  const folder = (name: string): string => {
    mkdirSync(join(host.home, name))
    return realpathSync(join(host.home, name))
  }
  return { ...host, a: await host.createAgent({ sessionId: 'a', cwd: folder('a') }), b: await host.createAgent({ sessionId: 'b', cwd: folder('b') }) }
}

/** Everything that belongs to B: what it was sent, what was decided in it, and what it can ask for. */
async function everythingOfB(host: GuardedHost & { readonly b: Agent }): Promise<string> {
  host.push(say('first answer'), say('second answer'))
  await host.prompt(host.b, 'TASK-OF-B')
  const called = await host.execute({ name: 'work', agent: host.b })
  await host.prompt(host.b, 'TASK-OF-B again')
  const status = await Promise.all(['status', 'guards', 'recent'].map(action => host.execute({ name: 'guard_status', args: { action }, agent: host.b })))
  const requests = host.requests.filter(request => JSON.stringify(request.messages).includes('TASK-OF-B'))
  expect(requests).toHaveLength(2)
  const audit = join(host.home, 'shooty', 'audit.jsonl')
  if (host.decisions.some(one => one.fault !== null)) await eventually('the fault is on record', () => existsSync(audit))
  const lines = existsSync(audit) ? readFileSync(audit, 'utf8').split('\n').filter(line => line.includes('"session":"b"')) : []
  const { events } = host.b.session as unknown as { readonly events: unknown }
  return JSON.stringify([requests.map(({ system, messages }) => ({ system, messages })), called, status, lines, host.decisions.filter(one => one.sessionId === 'b'), events])
}

const ENDS: readonly (readonly [name: string, end: string, fault: string | null, timeoutMs: number])[] = [
  ['comes to its end', '', null, 3000],
  ['throws', 'throw new Error(secret)', 'script_threw', 3000],
  ['is killed at its time', 'for (;;) {}', 'timeout', 1500],
  ['dies of a full memory', 'const list = []\nfor (;;) list.push({ secret, at: list.length })', 'memory_limit', 30_000],
  ['leaves much of its memory full', 'const list = []\nfor (let count = 0; count < 6e5; count++) list.push({ secret, count })', null, 30_000],
]

describe('a guard in another session, after one that', () => {
  it.each(ENDS)('%s, finds nothing of it', async (_name, end, fault, timeoutMs) => {
    const host = await twoSessions(end, timeoutMs)
    host.push(say('answer to a'))
    await host.prompt(host.a, 'TASK-OF-A')
    await host.execute({ name: 'work', agent: host.a })
    expect(host.decisions.map(one => one.fault)).toEqual([fault, fault])
    const everything = await everythingOfB(host)
    expect(everything).toContain('B SAW [[null,null,null,null,null,null,null],{},{},[false]')
    expect(everything).not.toContain(SECRET)
    expect(everything).not.toContain('TASK-OF-A')
    // It was there to be found.
    expect(readFileSync(join(host.home, 'a', 'of-a.txt'), 'utf8')).toBe(SECRET)
  })

  it('waits for a model when its time is over, finds nothing of the late answer', async () => {
    const hold = createHold()
    const host = await twoSessions("vance.guard.notice(vance.llm.call('command-guard', secret))", 2000)
    host.push(held(hold, say(`late ${SECRET}`)))
    await host.execute({ name: 'work', agent: host.a })
    hold.release()
    expect(await everythingOfB(host)).not.toContain(SECRET)
  })
})

it('the values of a session are shared with its subagent and with nobody else; those of a loop with nobody', async () => {
  const scriptBody = `
    const { guard, context } = vance
    guard.notice(context.agentId + ' SAW ' + JSON.stringify([guard.loopValues.get(), guard.sessionValues.get()]))
    guard.loopValues.set(context.sessionId, 1)
    guard.sessionValues.set(context.sessionId, 1)`
  const host = await guardedHost([{ name: 'g', trigger: 'command', tools: ['work'], scriptBody }], { config: { sandbox: { maxRunners: 1 } } })
  host.tool('work', () => 'done')
  const parent = await host.createAgent({ sessionId: 'parent' })
  const child = await host.createAgent({ sessionId: 'child', parent })
  const other = await host.createAgent({ sessionId: 'other' })
  const seen: string[] = []
  for (const agent of [parent, child, other, parent]) {
    const { additionalContexts } = await host.execute({ name: 'work', agent }) as { readonly additionalContexts?: unknown }
    seen.push(/SAW (.*?\}\])/.exec(JSON.stringify(additionalContexts).replaceAll('\\"', '"'))?.[1] ?? '')
  }
  expect(seen).toEqual(['[{},{}]', '[{},{"parent":1}]', '[{},{}]', '[{"parent":1},{"parent":1,"child":1}]'])
})
