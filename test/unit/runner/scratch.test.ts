import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../../src/types.ts'
import { callOf, createScriptedHost, thrownBy, type ScriptedHost } from '../../support/runner/scripted-host.ts'

const loop = (host: ScriptedHost, method: string) => callOf(host, `guard.loopValues.${method}`)
const session = (host: ScriptedHost, method: string) => callOf(host, `guard.sessionValues.${method}`)

/** A session store as the host has it. */
function withSession(store: Map<string, JsonValue>): ScriptedHost {
  const answer = (method: string, key: string | null, value: JsonValue): JsonValue => {
    if (key === null) return Object.fromEntries(store)
    switch (method) {
      case 'scratch.session.get': return store.get(key) ?? null
      case 'scratch.session.has': return store.has(key)
      case 'scratch.session.set':
        store.set(key, value)
        return null
      default: return store.delete(key)
    }
  }
  return createScriptedHost({}, (method, [key, value]) => ({ value: answer(method, key as string | null, value ?? null) }))
}

describe('loopValues', () => {
  it('are what came with the run, without asking the host', () => {
    const host = createScriptedHost({ loopScratch: { a: 1, b: { c: [2] }, n: null } })
    expect(loop(host, 'get')('a')).toBe(1)
    expect(loop(host, 'get')('b')).toEqual({ c: [2] })
    expect(loop(host, 'get')('n')).toBeNull()
    expect(loop(host, 'get')('missing')).toBeUndefined()
    expect(loop(host, 'get')()).toEqual({ a: 1, b: { c: [2] }, n: null })
    expect(loop(host, 'has')('n')).toBe(true)
    expect(loop(host, 'has')('missing')).toBe(false)
    expect(host.sent).toHaveLength(0)
  })

  it('are fetched once when they were too large to come along', () => {
    const host = createScriptedHost({ loopScratch: null }, () => ({ value: { a: 1 } }))
    expect(loop(host, 'get')('a')).toBe(1)
    expect(loop(host, 'has')('b')).toBe(false)
    expect(host.asked()).toEqual([['scratch.loop.fetch']])
  })

  it('show own writes at once, and tell the host', () => {
    const host = createScriptedHost({ loopScratch: { a: 1 } })
    loop(host, 'set')('a', 2)
    loop(host, 'set')('b', { x: true })
    expect(loop(host, 'remove')('a')).toBe(true)
    expect(loop(host, 'remove')('a')).toBe(false)
    expect(loop(host, 'get')()).toEqual({ b: { x: true } })
    expect(host.asked()).toEqual([['scratch.loop.set', 'a', 2], ['scratch.loop.set', 'b', { x: true }], ['scratch.loop.remove', 'a']])
  })

  it('are copies each time', () => {
    const host = createScriptedHost({ loopScratch: { list: [1] } })
    const first = loop(host, 'get')('list') as number[]
    first.push(2)
    expect(loop(host, 'get')('list')).toEqual([1])
    expect(loop(host, 'get')()).toEqual({ list: [1] })
  })

  it('keep a value as it was when it was set', () => {
    const host = createScriptedHost()
    const value = { a: 1 }
    loop(host, 'set')('k', value)
    value.a = 2
    expect(loop(host, 'get')('k')).toEqual({ a: 1 })
  })

  it('read a getter once', () => {
    const host = createScriptedHost()
    let reads = 0
    loop(host, 'set')('k', { get a() { return reads++ === 0 ? 'good' : 'evil' } })
    expect(loop(host, 'get')('k')).toEqual({ a: 'good' })
    expect(host.asked()).toEqual([['scratch.loop.set', 'k', { a: 'good' }]])
  })

  it('have no prototype among their keys', () => {
    const host = createScriptedHost({ loopScratch: JSON.parse('{"__proto__":{"polluted":1}}') as JsonObject })
    expect(loop(host, 'get')('polluted')).toBeUndefined()
    expect(loop(host, 'get')('toString')).toBeUndefined()
    expect(loop(host, 'get')('__proto__')).toEqual({ polluted: 1 })
    const all = loop(host, 'get')() as object
    expect(Object.getPrototypeOf(all)).toBe(Object.prototype)
    expect(Object.keys(all)).toEqual(['__proto__'])
  })

  const cyclic: JsonObject = {}
  cyclic['self'] = cyclic
  it.each([
    ['undefined', undefined], ['a function', () => 1], ['a symbol', Symbol('x')], ['a bigint', 1n], ['NaN', Number.NaN], ['infinity', Number.POSITIVE_INFINITY],
    ['a cycle', cyclic], ['a Map', new Map()], ['a Date', new Date(0)], ['an object with undefined in it', { a: undefined }], ['a list with a hole', [1, , 2]],
  ])('refuse %s', (_name, value) => {
    const host = createScriptedHost()
    expect(thrownBy(() => loop(host, 'set')('k', value))).toMatchObject({ name: 'ScriptHostError', code: 'NOT_JSON' })
    expect(loop(host, 'has')('k')).toBe(false)
    expect(host.sent).toHaveLength(0)
  })

  it.each([[undefined, 'BAD_ARGUMENT'], [1, 'BAD_ARGUMENT'], [null, 'BAD_ARGUMENT'], ['k'.repeat(257), 'TOO_LARGE']])('refuse the key %s', (key, code) => {
    const host = createScriptedHost()
    expect(thrownBy(() => loop(host, 'set')(key, 1))).toMatchObject({ code })
    expect(host.sent).toHaveLength(0)
  })

  it('take a key of 256 characters, and an empty one', () => {
    const host = createScriptedHost()
    loop(host, 'set')('k'.repeat(256), 1)
    loop(host, 'set')('', 2)
    expect(loop(host, 'get')('')).toBe(2)
  })

  it.each([
    ['one value', {}, 'k', 65_536 - '{"k":""}'.length],
    ['values in several', { a: 'x'.repeat(1000), 'é': [1] }, 'k', 65_536 - JSON.stringify({ a: 'x'.repeat(1000), 'é': [1], k: '' }).length - 1],
    ['a value in place of another', { k: 'y'.repeat(5000) }, 'k', 65_536 - '{"k":""}'.length],
  ])('hold 65,536 bytes of JSON in %s, and not one more', (_name, loopScratch, key, room) => {
    const full = createScriptedHost({ loopScratch })
    loop(full, 'set')(key, 'x'.repeat(room))
    expect(Buffer.byteLength(JSON.stringify(loop(full, 'get')()))).toBe(65_536)
    const over = createScriptedHost({ loopScratch })
    expect(thrownBy(() => loop(over, 'set')(key, 'x'.repeat(room + 1)))).toMatchObject({ code: 'TOO_LARGE' })
    expect(loop(over, 'get')()).toEqual(loopScratch)
    expect(over.sent).toHaveLength(0)
  })

  it('have room again after a removal', () => {
    const host = createScriptedHost()
    loop(host, 'set')('a', 'x'.repeat(60_000))
    expect(thrownBy(() => loop(host, 'set')('b', 'x'.repeat(10_000)))).toMatchObject({ code: 'TOO_LARGE', message: expect.stringContaining('remove a value first') })
    loop(host, 'remove')('a')
    loop(host, 'set')('b', 'x'.repeat(10_000))
    expect(loop(host, 'has')('b')).toBe(true)
  })
})

describe('sessionValues', () => {
  it('ask the host each time', () => {
    const host = withSession(new Map<string, JsonValue>([['a', 1], ['n', null]]))
    expect(session(host, 'get')()).toEqual({ a: 1, n: null })
    expect(session(host, 'get')('a')).toBe(1)
    expect(session(host, 'has')('a')).toBe(true)
    session(host, 'set')('b', [1])
    expect(session(host, 'get')('b')).toEqual([1])
    expect(session(host, 'remove')('b')).toBe(true)
    expect(session(host, 'remove')('b')).toBe(false)
    expect(host.asked()).toHaveLength(7)
  })

  it('tell a null that is stored from a value that is missing', () => {
    const host = withSession(new Map<string, JsonValue>([['n', null]]))
    expect(session(host, 'get')('n')).toBeNull()
    expect(session(host, 'get')('missing')).toBeUndefined()
  })

  it('refuse the same keys and values', () => {
    const host = withSession(new Map())
    expect(thrownBy(() => session(host, 'set')('k', undefined))).toMatchObject({ code: 'NOT_JSON' })
    expect(thrownBy(() => session(host, 'set')('k'.repeat(257), 1))).toMatchObject({ code: 'TOO_LARGE' })
    expect(thrownBy(() => session(host, 'set')('k', 'x'.repeat(65_535)))).toMatchObject({ code: 'TOO_LARGE' })
    session(host, 'set')('k', 'x'.repeat(65_534))
    expect(host.sent).toHaveLength(1)
  })
})
