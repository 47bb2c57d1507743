import { describe, expect, it } from 'vitest'
import { MAX_SCRATCH_BYTES, MAX_SCRATCH_KEY, createScratch, shadowScratch } from '../../../src/state/scratch.ts'
import type { Scratch } from '../../../src/state/scratch.ts'

const codeOf = (work: () => void): unknown => {
  try {
    work()
  } catch (error) {
    return (error as { code?: unknown }).code
  }
  return 'nothing was thrown'
}
const jsonBytes = (scratch: Scratch): number => Buffer.byteLength(JSON.stringify(scratch.all()))
/** A text that makes the whole store `bytes` of JSON under the key `k`. */
const filler = (bytes: number, letter = 'a'): string => letter.repeat((bytes - Buffer.byteLength('{"k":""}')) / Buffer.byteLength(letter))

describe('a scratch', () => {
  it('gives detached copies, of a value and of the whole map', () => {
    const scratch = createScratch()
    const given = { list: [1] }
    scratch.set('a', given)
    given.list.push(2)
    const read = scratch.get('a') as { list: number[] }
    read.list.push(3)
    const all = scratch.all()
    all.b = true
    expect(scratch.all()).toEqual({ a: { list: [1] } })
  })

  it('keeps keys that are names of every object as plain keys', () => {
    const scratch = createScratch()
    scratch.set('__proto__', { polluted: true })
    scratch.set('constructor', JSON.parse('{"__proto__": 1}'))
    expect(scratch.has('toString')).toBe(false)
    expect(JSON.stringify(scratch.all())).toBe('{"__proto__":{"polluted":true},"constructor":{"__proto__":1}}')
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it.each([
    ['undefined', undefined], ['a function', () => 1], ['a symbol', Symbol('s')], ['NaN', NaN], ['a date', new Date(0)], ['a hole in a list', [undefined]],
  ])('refuses %s and is then as it was', (_name, value) => {
    const scratch = createScratch()
    scratch.set('a', 1)
    expect(codeOf(() => { scratch.set('a', value) })).toBe('NOT_JSON')
    expect(scratch.all()).toEqual({ a: 1 })
  })

  it.each([['a', 'a'], ['a letter of three bytes', '€']])('holds exactly its limit in bytes and not one more, with %s', (_name, letter) => {
    const scratch = createScratch()
    const full = MAX_SCRATCH_BYTES - ((MAX_SCRATCH_BYTES - 8) % Buffer.byteLength(letter))
    scratch.set('k', filler(full, letter) + 'a'.repeat(MAX_SCRATCH_BYTES - full))
    expect(scratch.bytes()).toBe(MAX_SCRATCH_BYTES)
    expect(codeOf(() => { scratch.set('k', filler(full, letter) + 'a'.repeat(MAX_SCRATCH_BYTES - full + 1)) })).toBe('TOO_LARGE')
    expect(scratch.bytes()).toBe(MAX_SCRATCH_BYTES)
    expect(codeOf(() => { scratch.set('l', null) })).toBe('TOO_LARGE')
    expect(Object.keys(scratch.all())).toEqual(['k'])
  })

  it('knows the bytes of its JSON after each change', () => {
    const scratch = createScratch()
    const sizes: [number, number][] = []
    const look = (): void => { sizes.push([scratch.bytes(), jsonBytes(scratch)]) }
    look()
    scratch.set('ä"', [1, { b: 'ö' }]); look()
    scratch.set('c', null); look()
    scratch.set('c', 'longer'); look()
    scratch.remove('ä"'); look()
    scratch.clear(); look()
    expect(sizes.map(([said]) => said)).toEqual(sizes.map(([, real]) => real))
  })

  it.each([[MAX_SCRATCH_KEY, 'nothing was thrown'], [MAX_SCRATCH_KEY + 1, 'BAD_ARGUMENT'], [0, 'BAD_ARGUMENT']])('answers a key of %i units with %s', (length, code) => {
    expect(codeOf(() => { createScratch().set('k'.repeat(length), 1) })).toBe(code)
  })

  it.each([[50, 'nothing was thrown'], [51, 'TOO_DEEP']])('answers %i levels with %s', (levels, code) => {
    const deep: unknown = JSON.parse('['.repeat(levels) + ']'.repeat(levels))
    expect(codeOf(() => { createScratch().set('k', deep) })).toBe(code)
  })

  it('says whether it removed anything', () => {
    const scratch = createScratch()
    scratch.set('a', 1)
    expect([scratch.remove('a'), scratch.remove('a'), scratch.get('a')]).toEqual([true, false, undefined])
  })
})

describe('the scratch of an observing guard', () => {
  const pair = (values: Readonly<Record<string, unknown>> = {}): { base: Scratch, shadow: Scratch } => {
    const base = createScratch()
    for (const [key, value] of Object.entries(values)) base.set(key, value)
    return { base, shadow: shadowScratch(base) }
  }

  it('reads through and writes nothing into the real one', () => {
    const { base, shadow } = pair({ a: 1, b: 2, c: 3 })
    shadow.set('a', 10)
    shadow.set('d', 4)
    expect(shadow.remove('b')).toBe(true)
    expect(shadow.remove('b')).toBe(false)
    base.set('e', 5)
    expect(shadow.all()).toEqual({ a: 10, c: 3, d: 4, e: 5 })
    expect([shadow.get('a'), shadow.get('b'), shadow.has('b'), shadow.get('c'), shadow.has('d')]).toEqual([10, undefined, false, 3, true])
    expect(base.all()).toEqual({ a: 1, b: 2, c: 3, e: 5 })
  })

  it('sees a key again that it sets after removing it', () => {
    const { shadow } = pair({ a: 1 })
    shadow.remove('a')
    shadow.set('a', 2)
    expect(shadow.all()).toEqual({ a: 2 })
  })

  it('is not blind to a key that came after it removed one that was not there', () => {
    const { base, shadow } = pair()
    shadow.remove('a')
    base.set('a', 1)
    expect(shadow.get('a')).toBe(1)
  })

  it('looks empty when it is cleared, and the real one stays', () => {
    const { base, shadow } = pair({ a: 1 })
    shadow.set('b', 2)
    shadow.clear()
    expect([shadow.all(), shadow.bytes(), base.all()]).toEqual([{}, 2, { a: 1 }])
  })

  it('keeps the key __proto__ as a plain key', () => {
    const { shadow } = pair()
    shadow.set('__proto__', { polluted: true })
    expect(JSON.stringify(shadow.all())).toBe('{"__proto__":{"polluted":true}}')
  })

  it('counts what the guard sees, so that it is full where the real one would be', () => {
    const { base, shadow } = pair({ k: filler(MAX_SCRATCH_BYTES - 6) })
    expect(shadow.bytes()).toBe(base.bytes())
    shadow.set('l', 1)
    expect(shadow.bytes()).toBe(MAX_SCRATCH_BYTES)
    expect(codeOf(() => { shadow.set('l', 11) })).toBe('TOO_LARGE')
    expect(shadow.get('l')).toBe(1)
    expect(codeOf(() => { shadow.set('m', 1) })).toBe('TOO_LARGE')
    expect(shadow.has('m')).toBe(false)
  })
})
