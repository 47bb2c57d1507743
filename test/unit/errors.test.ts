import { describe, expect, it } from 'vitest'
import { GuardError, assertNever, describeThrown } from '../../src/errors.ts'

describe('the text of what was thrown', () => {
  let reads = 0
  it.each([
    ['an error', new Error('it broke'), 'it broke'],
    ['an error of several lines', new Error('a\r\nb\n\nc\u2028d'), 'a b c d'],
    ['an object with a message', { message: 'm' }, 'm'],
    ['a string', 'text', 'text'],
    ['nothing', undefined, 'undefined'],
    ['null', null, 'null'],
    ['a symbol', Symbol('s'), 'Symbol(s)'],
    ['an error whose message is no text', Object.assign(new Error('x'), { message: { toString: () => 'no' } }), 'Error: no'],
    ['an object whose message changes', { get message() { return reads++ === 0 ? 'first' : 5 } }, 'first'],
    ['an object that throws when it is read', { get message() { throw new Error('no') } }, 'a value that cannot be printed was thrown'],
    ['an object that cannot become text', { toString: null, valueOf: null }, 'a value that cannot be printed was thrown'],
    ['a proxy that refuses everything', new Proxy({}, { has() { throw new Error('no') } }), 'a value that cannot be printed was thrown'],
  ])('of %s', (_, thrown, expected) => {
    expect(describeThrown(thrown)).toBe(expected)
  })
})

describe('an error of Shooty', () => {
  it('has its code, its name and what caused it', () => {
    const cause = new Error('why')
    const error = new GuardError('TIMEOUT', 'too late', { cause })
    expect([error.name, error.code, error.message, error.cause]).toEqual(['GuardError', 'TIMEOUT', 'too late', cause])
    expect(error).toBeInstanceOf(Error)
  })

  it('is thrown for a case that cannot be', () => {
    expect(() => assertNever('x' as never)).toThrow('unexpected value: "x"')
  })
})
