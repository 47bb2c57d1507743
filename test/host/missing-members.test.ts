/**
 * A host whose objects lack a member that Shooty reads, one at a time, on the real pipeline: no call is
 * lost to it, what a guard refuses stays refused, and no Point claims to be active that cannot work.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Context } from '@deepseek-ai/cordis'
import type { Agent } from '@deepseek-ai/dsh-agent'
import type { ToolExecutionResult } from '@deepseek-ai/dsh-tools'
import { describe, expect, it } from 'vitest'
import type { ShootyService } from '../../src/host/service.ts'
import { GATES_OFF } from '../support/host/guarded-host.ts'
import { importHostPackage } from '../support/host/mount.ts'
import type { MountedHost } from '../support/host/mount.ts'
import { testHost } from '../support/host/test-world.ts'
import { hostOf, readInstalled, repository } from '../support/install/installed.ts'

const guards = [
  { name: 'refuses', trigger: 'command', tools: ['bad'], scriptBody: "vance.guard.deny('refused')" },
  { name: 'looks', trigger: 'command', scriptBody: "vance.guard.notice('seen ' + vance.guard.task.length)" },
  { name: 'after', trigger: 'result', scriptBody: "if (vance.guard.command.name === 'worse') vance.guard.block('not to be used')" },
  { name: 'at-start', trigger: 'start', scriptBody: "vance.guard.setTurnPrompt('x')" },
  { name: 'at-stop', trigger: 'both', scriptBody: "vance.guard.continueWith('again')" },
]

/** The member and what no longer works without it. */
const MEMBERS: readonly (readonly [path: string, notActive: readonly string[]])[] = [
  ['agent.id', []],
  ['agent.session', ['stop', 'terminate']],
  ['agent.options', []],
  ['agent.inbox', []],
  ['agent.steer', ['stop', 'terminate']],
  ['session.id', []],
  ['session.header', []],
  ['session.events', []],
  ['session.deriveMessages', ['stop', 'terminate']],
  ['session.requestHeader', []],
  ['header.cwd', []],
  ['header.origin', []],
  ['header.delegationDepth', []],
  ['header.parentSession', []],
  ['tools.schemas', []],
  ['tools.get', []],
]

/** The same object with other members, for objects that keep secrets from all but themselves. */
function behind<T extends object>(object: T, replaced: Readonly<Record<string, unknown>>): T {
  return new Proxy(object, {
    get(target, key) {
      if (typeof key === 'string' && key in replaced) return replaced[key]
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value
    },
  })
}

/** The same for plain objects, which may be frozen. */
function derived<T extends object>(object: T, replaced: Readonly<Record<string, unknown>>): T {
  return Object.create(object, Object.fromEntries(Object.entries(replaced).map(([name, value]) => [name, { value, enumerable: true }]))) as T
}

function spoiled(agent: Agent, path: string): Agent {
  const [owner, name = ''] = path.split('.')
  const { session } = agent
  switch (owner) {
    case 'agent': return behind(agent, { [name]: undefined })
    case 'session': return behind(agent, { session: behind(session, { [name]: undefined }) })
    case 'header': return behind(agent, { session: behind(session, { header: derived(session.header, { [name]: undefined }) }) })
    default: return agent
  }
}

type Listener = (...args: unknown[]) => unknown

/** The context of a host whose listeners are handed objects without this member; the host itself goes on with its own. */
function contextWithout(ctx: Context, path: string): Context {
  const known = new WeakMap<object, object>()
  const once = <T extends object>(object: T, make: () => T): T => {
    const there = known.get(object) as T | undefined ?? make()
    known.set(object, there)
    return there
  }
  const spoil = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const { agent } = value as { readonly agent?: Agent }
    return agent === undefined ? value : once(value, () => derived(value, { agent: once(agent, () => spoiled(agent, path)) }))
  }
  const guard = (judge: (exec: object) => string | undefined): unknown => (ctx.tools.guard.bind(ctx.tools) as unknown as (of: typeof judge) => unknown)(exec => judge(spoil(exec) as object))
  return behind(ctx, {
    tools: behind(ctx.tools, { guard, ...path.startsWith('tools.') ? { [path.slice(6)]: undefined } : {} }),
    on: (name: string, listener: Listener, options?: object) => (ctx.on as unknown as (...args: unknown[]) => unknown)(name, (...args: unknown[]) => listener(...args.map(spoil)), options),
  })
}

/** Shooty as built, on such a host. */
async function mountWithout(host: MountedHost, path: string): Promise<void> {
  const shooty = await import(pathToFileURL(join(repository, 'lib', 'index.js')).href) as { readonly apply: (ctx: Context, config: unknown) => void }
  await host.mount({ name: 'shooty', inject: ['tools'], apply: (ctx: Context) => { shooty.apply(contextWithout(ctx, path), { ...GATES_OFF, audit: false, guard: guards }) } })
}

describe('a host without', () => {
  it.each(MEMBERS)('%s loses no call, and claims no Point that does not work: %j', async (path, notActive) => {
    const host = await testHost()
    await mountWithout(host, path)
    const ran: string[] = []
    for (const name of ['good', 'bad', 'worse']) host.tool(name, () => { ran.push(name); return 'done' })
    const agent = await host.createAgent()
    const results: ToolExecutionResult[] = []
    for (const name of ['good', 'bad', 'worse']) results.push(await host.execute({ name, agent }))
    expect(ran).toEqual(['good', 'worse'])
    expect(results.map(result => result.isError)).toEqual([false, true, true])
    expect(JSON.stringify(results[1])).toContain('refused')
    expect(JSON.stringify(results[2])).toContain('not to be used')

    const { points } = (host.ctx.get('shooty') as ShootyService).snapshot()
    expect(points.filter(point => !point.active).map(point => point.point)).toEqual(notActive)
    for (const point of points) if (!point.active) expect(point.detail).toContain('not active: this host has no ')
    await host.prompt(agent, 'go')
    expect(host.requests).toHaveLength(notActive.includes('stop') ? 1 : 4)
  })

  it('a synchronous guard says that COMMAND is not active', async () => {
    const host = await testHost()
    await mountWithout(host, 'tools.guard')
    const { points } = (host.ctx.get('shooty') as ShootyService).snapshot()
    expect(points.filter(point => !point.active)).toEqual([{ point: 'command', active: false, detail: expect.stringContaining('tools.guard') as string }])
  })

  it('a place for tools has its guards all the same', async () => {
    const host = await testHost()
    await mountWithout(host, 'tools.register')
    host.tool('bad', () => 'ran')
    expect(await host.execute({ name: 'bad' })).toMatchObject({ isError: true, error: { message: expect.stringContaining('refused') as string } })
  })

  it('an event that its driver no longer emits says so when the first agent is met', async () => {
    const host = await testHost()
    await mountWithout(host, '')
    class OldDriver {
      readonly id = 'old'
      readonly session = { id: 'old', header: {}, deriveMessages: () => [], requestHeader: () => undefined }
      steer(): void { /* there */ }
      run(emit: (name: string) => void): void { emit('agent/inbox/claimed'); emit('agent/pre-step') }
    }
    const { ctx } = host as unknown as { readonly ctx: { emit(name: string, payload: object): void } }
    ctx.emit('agent/inbox/claimed', { agent: new OldDriver(), message: { id: 'm', role: 'user', content: [], source: { kind: 'goal' } } })
    const { points, notes } = (host.ctx.get('shooty') as ShootyService).snapshot()
    expect(points.filter(point => !point.active).map(point => point.point)).toEqual(['stop', 'terminate'])
    expect(notes.join('\n')).toContain('stop is NOT ACTIVE: this host has no agent/turn-stopping')
  })
})

describe('a failure of our own', () => {
  it('refuses a call as long as a guard is on, and none when the human has switched all off', async () => {
    const host = await testHost()
    await mountWithout(host, '')
    host.tool('good', () => 'ran')
    const agent = await host.createAgent()
    // Whatever it is that breaks: here the history of the conversation.
    Object.defineProperty(agent.session, 'deriveMessages', { value: () => { throw new Error('the history broke') } })
    expect(await host.execute({ name: 'good', agent })).toMatchObject({ isError: true, error: { message: expect.stringContaining('the history broke') as string } })
    const commands = await importHostPackage(hostOf(readInstalled(), undefined), '@deepseek-ai/dsh-commands')
    await host.mount(commands.default as object, {})
    const human = host.ctx.get('commands') as { execute(agent: Agent, line: string, images: readonly [], signal: AbortSignal): Promise<unknown> }
    for (const { name } of guards) await human.execute(agent, `/guard off ${name}`, [], new AbortController().signal)
    expect(await host.execute({ name: 'good', agent })).toMatchObject({ isError: false })
    await human.execute(agent, '/guard on refuses', [], new AbortController().signal)
    expect(await host.execute({ name: 'good', agent })).toMatchObject({ isError: true })
  })
})
