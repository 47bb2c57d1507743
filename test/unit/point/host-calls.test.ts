import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, expect, it } from 'vitest'
import { GuardError } from '../../../src/errors.ts'
import { bindHostCalls as bind } from '../../../src/point/host-calls.ts'
import { createSessionTurns } from '../../../src/point/session-turn.ts'
import type { Capability, JsonValue, RunContext } from '../../../src/types.ts'
import { runContext } from '../../support/session/api-run.ts'

const bindHostCalls = (...[capabilities, run]: [Parameters<typeof bind>[0], Parameters<typeof bind>[1]]): ReturnType<typeof bind> => bind(capabilities, run, createSessionTurns()({ sessionId: 's', rootSessionId: 'root' }))

const signal = new AbortController().signal
const capability = (calls: Capability['calls']): Capability => ({ calls })

describe('host calls of a run', () => {
  it('reach the first capability that has the name, with the arguments, the run and the call\'s own signal', async () => {
    const seen: [readonly JsonValue[], RunContext][] = []
    const run = runContext()
    const host = bindHostCalls([capability({ a: () => 1 }), capability({ b: (args, context) => { seen.push([args, context]); return 2 } }), capability({ b: () => 3 })], run)
    expect(await host.call('b', ['x'], signal)).toBe(2)
    expect([seen[0]?.[0], seen[0]?.[1].signal === signal, seen[0]?.[1].effects === run.effects]).toEqual([['x'], true, true])
  })

  it.each(['unknown', 'toString', '__proto__', 'constructor'])('that do not exist are an error: %s', async (method) => {
    await expect(bindHostCalls([capability({ a: () => 1 })], runContext()).call(method, [], signal)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('happen in the asynchronous context of the run, wherever they come from', async () => {
    const storage = new AsyncLocalStorage<string>()
    const told: (string | undefined)[] = []
    const host = storage.run('the run', () => bindHostCalls([capability({
      a: async () => { await Promise.resolve(); return storage.getStore() ?? null },
      b: () => { told.push(storage.getStore()); return null },
    })], runContext()))
    expect(await storage.run('a channel', async () => { host.tell('b', []); return await host.call('a', [], signal) })).toBe('the run')
    expect(told).toEqual(['the run'])
  })

  it('that throw at once reject like any other', async () => {
    const host = bindHostCalls([capability({ a: () => { throw new GuardError('LIMIT', 'too much') }, b: () => Promise.reject(new GuardError('TIMEOUT', 'late')) })], runContext())
    await expect(host.call('a', [], signal)).rejects.toMatchObject({ code: 'LIMIT' })
    await expect(host.call('b', [], signal)).rejects.toMatchObject({ code: 'TIMEOUT' })
  })
})

describe('one-way host calls', () => {
  it('are carried out in the order in which they are made', () => {
    const order: JsonValue[] = []
    const host = bindHostCalls([capability({ a: (args) => { order.push(args[0] ?? null); return null } })], runContext())
    for (const number of [1, 2, 3]) host.tell('a', [number])
    expect(order).toEqual([1, 2, 3])
  })

  it('that fail are a fault of the run, the first one, with the name of the call', async () => {
    const run = runContext()
    const host = bindHostCalls([capability({ later: () => Promise.reject(new Error('late')), now: () => { throw new Error('bad\nvalue') } })], run)
    host.tell('later', [])
    host.tell('now', [])
    host.tell('unknown', [])
    await new Promise((resolve) => { setImmediate(resolve) })
    expect(run.effects.fault).toEqual({ code: 'internal', message: 'now: bad value', position: null })
  })

  it('that fail later are a fault as well', async () => {
    const run = runContext()
    bindHostCalls([capability({ later: () => Promise.reject(new Error('late')) })], run).tell('later', [])
    await new Promise((resolve) => { setImmediate(resolve) })
    expect(run.effects.fault?.message).toBe('later: late')
  })
})
