/**
 * Several mounts of Shooty in one process: they come and go without leaving anything behind, observe and
 * enforce side by side, and cover the agents of the scope that they are mounted in and no others.
 */
import { mkdirSync, readFileSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from '@deepseek-ai/cordis'
import type { Agent } from '@deepseek-ai/dsh-agent'
import { describe, expect, it } from 'vitest'
import { GATES_OFF } from '../support/host/guarded-host.ts'
import { importableHost, readInstalled } from '../support/install/installed.ts'
import { importHostPackage } from '../support/host/mount.ts'
import type { MountedHost } from '../support/host/mount.ts'
import { testHost } from '../support/host/test-world.ts'
import type { DecisionRecord } from '../../src/types.ts'

const JUDGE = `const n = vance.guard.command.args.n
vance.guard.sessionValues.set('last', n)
if (n % 5 === 0) vance.guard.deny('a fifth')
if (n % 7 === 0) throw new Error('cannot judge ' + n)`

function textOf(result: unknown): string {
  return JSON.stringify(result)
}

describe('an observing and an enforcing copy of one guard', () => {
  it('come to the same verdicts over fifty calls, and only one has effects', async () => {
    const host = await testHost()
    const decisions: DecisionRecord[] = []
    host.ctx.on('shooty/decision', (decision) => { decisions.push(decision) })
    host.tool('work', args => `worked ${(args as { n: number }).n}`)
    // The observer is first: after a refusal no later guard is asked.
    await host.mountShooty({ ...GATES_OFF, audit: false, guard: [
      { name: 'observer', scriptBody: JUDGE, trigger: 'command', tools: ['work'], mode: 'observe' },
      { name: 'enforcer', scriptBody: JUDGE, trigger: 'command', tools: ['work'] },
    ] })
    const agent = await host.createAgent()
    const refused: number[] = []
    for (let n = 1; n <= 50; n += 1) {
      const result = await host.execute({ name: 'work', args: { n }, agent })
      if (result.isError) refused.push(n)
    }
    const verdicts = (guard: string): string[] => decisions.filter(one => one.guard === guard)
      .map(one => `${one.wouldBe ?? one.outcome} ${one.fault ?? ''} ${one.reason ?? ''}`)
    expect(verdicts('observer')).toHaveLength(50)
    expect(verdicts('observer')).toEqual(verdicts('enforcer'))
    expect(decisions.filter(one => one.guard === 'observer').every(one => one.outcome === 'observed' || one.fault !== null)).toBe(true)
    expect(refused).toEqual(Array.from({ length: 50 }, (_, n) => n + 1).filter(n => n % 5 === 0 || n % 7 === 0))
  })

  it('that observes alone refuses nothing', async () => {
    const host = await testHost()
    host.tool('work', () => 'worked')
    await host.mountShooty({ ...GATES_OFF, audit: false, guard: [{ name: 'observer', scriptBody: JUDGE, trigger: 'command', mode: 'observe' }] })
    const agent = await host.createAgent()
    expect(await host.execute({ name: 'work', args: { n: 5 }, agent })).toMatchObject({ isError: false })
    expect(await host.execute({ name: 'work', args: { n: 7 }, agent })).toMatchObject({ isError: false })
  })
})

/** What this process holds on to: listeners of the host, handles, children, watched folders and open files. */
function held(host: MountedHost): object {
  const { _hooks: hooks } = host.ctx.events as unknown as { readonly _hooks: Readonly<Record<string, Iterable<unknown>>> }
  const names = [...new Set([...Object.keys(hooks), 'tools/pre-execute', 'agent/turn-stopping'])].sort()
  const { _getActiveHandles: handles } = process as unknown as { readonly _getActiveHandles: (this: void) => readonly object[] }
  return {
    listeners: Object.fromEntries(names.map(name => [name, host.listeners(name)]).filter(([, count]) => count !== 0)),
    exit: process.listenerCount('exit'),
    // The test runner's own timers come and go; ours are named by what they belong to: watchers, children, pipes.
    handles: handles().map(handle => handle.constructor.name).filter(name => name !== 'Timeout').sort(),
    watchers: process.getActiveResourcesInfo().filter(name => /FSEvent|StatWatcher|ChildProcess|Process/.test(name)),
    tool: host.ctx.tools.get('guard_status') !== undefined,
    service: host.ctx.get('shooty') !== undefined,
    ...process.platform === 'linux' ? { files: openFiles(host.home), children: children() } : {},
  }
}

/** Files below the home, and each watched folder. The loop of Node keeps one empty set of watches once it had any. */
function openFiles(home: string): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`)
      if (target.includes('inotify')) return readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8').split('\n').filter(line => line.startsWith('inotify'))
      return target.startsWith(home) ? [target] : []
    } catch {
      return []
    }
  }).sort()
}

function children(): readonly string[] {
  return readdirSync('/proc').filter(name => /^\d+$/.test(name)).filter((pid) => {
    try {
      const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ')
      return Number(parent) === process.pid
    } catch {
      return false
    }
  })
}

describe('unmounting', () => {
  it('leaves no listener, process, timer, watcher or file behind, also the second time', async () => {
    const host = await testHost()
    host.tool('work', () => 'worked')
    mkdirSync(join(host.home, 'guards'))
    writeFileSync(join(host.home, 'guards', 'no.js'), "vance.guard.deny('no')\n")
    const agent = await host.createAgent()
    await host.execute({ name: 'work', agent })
    const before = held(host)
    for (let round = 1; round <= 2; round += 1) {
      const mounted = await host.mountShooty({ guard: [{ script: 'no.js', trigger: 'command', tools: ['work'] }, { scriptBody: 'return', trigger: 'stop', name: 'still' }] })
      expect(await host.execute({ name: 'work', agent })).toMatchObject({ isError: true, error: { message: 'no' } })
      expect(held(host)).not.toEqual(before)
      await mounted.dispose()
      await expect.poll(() => held(host), { timeout: 10_000 }).toEqual(before)
      expect(await host.execute({ name: 'work', agent })).toMatchObject({ isError: false })
    }
  })
})

interface Scopes {
  createScope(ctx: Context, key: object): { readonly ctx: Context, dispose(): Promise<void> }
  bindScopeParent(key: object, parent: object): unknown
}

describe('mounting again', () => {
  it('keeps the notices that wait and the scratch of live sessions, which the next call has', async () => {
    const host = await testHost()
    for (const name of ['work', 'boom']) host.tool(name, () => 'worked')
    await host.mount({ name: 'breaks', inject: ['tools'], apply: (ctx: Context) => {
      ctx.on('tools/pre-execute', (exec, next) => { if (exec.name === 'boom') throw new Error('another plugin broke'); return next() })
    } })
    const counting = { ...GATES_OFF, audit: false, guard: [{ name: 'counts', trigger: 'command', scriptBody: `const { loopValues } = vance.guard
loopValues.set('n', (loopValues.get('n') ?? 0) + 1)
vance.guard.notice('call ' + loopValues.get('n'))` }] }
    const first = await host.mountShooty(counting)
    const agent = await host.createAgent()
    // The other plugin's error skips everything on which the notice could ride.
    expect(textOf(await host.execute({ name: 'boom', agent }))).not.toContain('call 1')
    await first.dispose()
    await host.mountShooty(counting)
    const words = textOf(await host.execute({ name: 'work', agent }))
    expect(words).toMatch(/call 1[^]*call 2/)
    expect(textOf(await host.execute({ name: 'work', agent }))).not.toContain('call 1')
  })
})

describe('a mount in the scope of an agent preset', () => {
  it('covers the agents of that scope and no others, beside a mount for all', async () => {
    const host = await testHost()
    host.tool('work', () => 'worked')
    const scopes = await importHostPackage(importableHost(readInstalled()), '@deepseek-ai/dsh-scope') as unknown as Scopes
    const preset = {}
    const scope = scopes.createScope(host.ctx, preset)
    const inside = await host.createAgent()
    scopes.bindScopeParent(inside, preset)
    const outside = await host.createAgent()

    const shooty = await import('../../lib/index.js') as object
    const denying = (word: string): object => ({
      ...GATES_OFF, audit: false,
      guard: [{ name: `no-${word}`, scriptBody: `if (vance.guard.command.args.word === '${word}') vance.guard.deny('no ${word}')`, trigger: 'command', tools: ['work'] }],
    })
    await host.mountShooty(denying('everywhere'))
    const inner = await scope.ctx.plugin(shooty as never, denying('inside') as never)
    const told = async (agent: Agent, word: string): Promise<string> => textOf(await host.execute({ name: 'work', args: { word }, agent }))

    expect(await told(inside, 'inside')).toContain('no inside')
    expect(await told(outside, 'inside')).toContain('worked')
    expect(await told(inside, 'everywhere')).toContain('no everywhere')
    expect(await told(outside, 'everywhere')).toContain('no everywhere')
    expect(await told(outside, 'else')).toContain('worked')

    const statusOf = async (agent: Agent): Promise<string> => textOf(await host.execute({ name: 'guard_status', args: { action: 'guards' }, agent }))
    expect(await statusOf(outside)).not.toContain('no-inside')
    expect(await statusOf(inside)).toContain('no-inside')

    await inner.dispose()
    expect(await told(inside, 'inside')).toContain('worked')
    expect(await told(inside, 'everywhere')).toContain('no everywhere')
    await scope.dispose()
  })

  it('publishes no service there, for a preset with a service of the whole host is refused', async () => {
    const host = await testHost()
    const scopes = await importHostPackage(importableHost(readInstalled()), '@deepseek-ai/dsh-scope') as unknown as Scopes
    const scope = scopes.createScope(host.ctx, {})
    const shooty = await import('../../lib/index.js') as object
    await scope.ctx.plugin(shooty as never, GATES_OFF as never)
    expect(host.ctx.get('shooty')).toBeUndefined()
    await host.mountShooty(GATES_OFF)
    expect(host.ctx.get('shooty')).toBeDefined()
    await scope.dispose()
    expect(host.ctx.get('shooty')).toBeDefined()
  })
})
