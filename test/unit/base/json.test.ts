import { describe, expect, it } from 'vitest'
import { isJsonObject, snapshotJson } from '../../../src/base/json.ts'
import { GuardError } from '../../../src/errors.ts'

function codeOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    return error instanceof GuardError ? `${error.code}: ${error.message}` : 'not a GuardError'
  }
  return 'nothing was thrown'
}

const nested = (levels: number): unknown => Array.from({ length: levels }).reduce<unknown>(value => [value], 1)

describe('a JSON snapshot', () => {
  it.each([
    [null], [true], [0], [-1.5], [''], ['é\u2028'], [[]], [{}], [[1, [2, { a: null }]]], [{ a: { b: ['c'] }, 'k y': 1 }],
  ])('of %j equals it and shares nothing with it', (value) => {
    const copy = snapshotJson(value)
    expect(copy).toEqual(value)
    if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value)
  })

  it('is not changed by later changes of the original', () => {
    const value = { list: [1], inner: { a: 1 } }
    const copy = snapshotJson(value)
    value.list.push(2)
    value.inner.a = 2
    expect(copy).toEqual({ list: [1], inner: { a: 1 } })
  })

  it('keeps a key named __proto__ a key', () => {
    const copy = snapshotJson(JSON.parse('{"__proto__":{"polluted":1}}')) as Record<string, unknown>
    expect(Object.keys(copy)).toEqual(['__proto__'])
    expect(copy['polluted']).toBeUndefined()
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
  })

  it('takes the same object twice beside each other, and an object without a prototype', () => {
    const shared = { a: 1 }
    expect(snapshotJson([shared, shared])).toEqual([{ a: 1 }, { a: 1 }])
    expect(snapshotJson(Object.assign(Object.create(null) as object, { a: 1 }))).toEqual({ a: 1 })
  })

  const cyclic: Record<string, unknown> = {}
  cyclic['self'] = { back: cyclic }
  it.each([
    ['undefined', undefined, '$ is undefined'],
    ['a function', { a: () => 1 }, '$.a is function'],
    ['a symbol', [Symbol('s')], '$[0] is symbol'],
    ['a bigint', { a: [1n] }, '$.a[0] is bigint'],
    ['NaN', { a: Number.NaN }, '$.a is NaN'],
    ['infinity', [-Infinity], '$[0] is -Infinity'],
    ['a date', { at: new Date(0) }, '$.at is an object of a class'],
    ['a map', new Map(), '$ is an object of a class'],
    ['a hole', [1, , 2], '$[1] is undefined'],
    ['a value that holds itself', cyclic, '$.self.back is a reference to itself'],
  ])('refuses %s and names its place', (_, value, expected) => {
    expect(codeOf(() => snapshotJson(value))).toBe(`NOT_JSON: only JSON values are allowed, but ${expected}`)
  })

  it.each([
    ['at the limit of its depth', 3, 3, 'nothing was thrown'],
    ['one level over its depth', 4, 3, 'TOO_DEEP: the value is nested too deeply at $[0][0][0]'],
    ['at the default depth', 100, undefined, 'nothing was thrown'],
    ['one over the default depth', 101, undefined, `TOO_DEEP: the value is nested too deeply at $${'[0]'.repeat(100)}`],
    ['far over it, without overflowing the stack', 50_000, undefined, `TOO_DEEP: the value is nested too deeply at $${'[0]'.repeat(100)}`],
  ])('is bounded %s', (_, levels, maxDepth, expected) => {
    expect(codeOf(() => snapshotJson(nested(levels), maxDepth === undefined ? {} : { maxDepth }))).toBe(expected)
  })

  it('counts bytes of UTF-8, not characters', () => {
    // "ééé" takes 2 quotes and 3 times 2 bytes.
    expect(codeOf(() => snapshotJson('ééé', { maxBytes: 8 }))).toBe('nothing was thrown')
    expect(codeOf(() => snapshotJson('ééé', { maxBytes: 7 }))).toBe('TOO_LARGE: the value takes 8 bytes of JSON, at most 7 are allowed')
  })

  it.each([[{}, true], [[], false], [null, false], ['x', false], [{ a: 1 }, true]])('tells that %j is an object of keys: %s', (value, expected) => {
    expect(isJsonObject(value)).toBe(expected)
  })
})
