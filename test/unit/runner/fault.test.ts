import { describe, expect, it } from 'vitest'
import { compileFaultOf, faultOf, positionOf } from '../../../src/runner/fault.ts'
import { createHostErrors } from '../../../src/runner/host-error.ts'
import type { Realm } from '../../../src/runner/lockdown.ts'

const errors = createHostErrors(value => value)
const realmWith = (frames: string): Realm => ({
  harden: value => value,
  framesOf: () => frames,
  createCompartment: () => { throw new Error('not here') },
})
const describeThrown = (thrown: unknown): string => faultOf(thrown, 'guard-x.js', realmWith(''), errors).message

describe('what is said about a thrown value', () => {
  it.each([
    ['an error', new TypeError('bad'), 'TypeError: bad'],
    ['an error without a name', Object.assign(new Error('bad'), { name: '' }), 'bad'],
    ['an object with a message', { message: 'm' }, 'm'],
    ['an object without one', {}, 'a value without a message was thrown'],
    ['an object whose message is no text', { message: { length: 3 } }, 'a value without a message was thrown'],
    ['a function', () => 1, 'a value without a message was thrown'],
    ['a string', 'text', 'text (a string was thrown)'],
    ['a number', 42, '42 was thrown'],
    ['undefined', undefined, 'undefined was thrown'],
    ['null', null, 'null was thrown'],
    ['a bigint', 10n ** 100n, 'a bigint was thrown'],
    ['a symbol', Symbol('x'), 'a symbol was thrown'],
    ['several lines', new Error('a\n\tb'), 'Error: a b'],
    ['getters that throw', { get message(): string { throw new Error('1') }, get name(): string { throw new Error('2') } }, 'a value without a message was thrown'],
    ['a revoked proxy', revoked(), 'a value without a message was thrown'],
  ])('%s', (_name, thrown, expected) => {
    expect(describeThrown(thrown)).toBe(expected)
  })

  it.each([
    ['error', (text: string) => new Error(text), 'Error: '],
    ['string', (text: string) => text, ''],
  ])('is bounded for an %s with a long text, and counts one that is too long to look at', (_name, make, prefix) => {
    expect(describeThrown(make('x'.repeat(5000)))).toHaveLength(2000)
    expect(describeThrown(make('x'.repeat(65_537)))).toContain(`${prefix}[a text of 65537 characters]`)
  })

  it('reads each field once', () => {
    let reads = 0
    expect(describeThrown({ get message() { return `read ${++reads}` } })).toBe('read 1')
  })
})

describe('which fault it is', () => {
  const codeOf = (thrown: unknown): string => faultOf(thrown, 'guard-x.js', realmWith(''), errors).code
  it('is a wrong action only for the façade\'s own error', () => {
    expect(codeOf(errors.create('WRONG_ACTION', 'm'))).toBe('wrong_action')
    expect(codeOf(errors.create('NOT_FOUND', 'm'))).toBe('script_threw')
    expect(codeOf(Object.assign(new Error('m'), { name: 'ScriptHostError', code: 'WRONG_ACTION' }))).toBe('script_threw')
  })
})

describe('where it happened', () => {
  const place = (frames: string, thrown: unknown = new Error('x')) => positionOf(thrown, 'guard-x.js', realmWith(frames))
  it.each([
    ['the topmost frame of the guard', '\n  at call (file:///lib/channel.js:9:9)\n  at inner (guard-x.js:5:8)\n  at guard-x.js:3:1', { line: 4, column: 8 }],
    ['a frame without a function', '\n  at guard-x.js:2:7', { line: 1, column: 7 }],
    ['an async frame', '\n  at async guard-x.js:12:3', { line: 11, column: 3 }],
    ['nothing, for the wrapper\'s own line', '\n  at guard-x.js:1:7', null],
    ['nothing, for a stack of others', '\n  at guard-y.js:5:8', null],
    ['nothing, for no stack', '', null],
    ['the last mark of a frame, whatever a function calls itself', '\n  at guard-x.js:99:9 (guard-x.js:3:4)', { line: 2, column: 4 }],
  ])('%s', (_name, frames, expected) => {
    expect(place(frames)).toEqual(expected)
  })

  it('is unknown for a value without a stack', () => {
    expect(place('\n  at guard-x.js:5:8', 'text')).toBeNull()
  })

  it('is unknown when reading the stack throws', () => {
    const realm: Realm = { ...realmWith(''), framesOf: () => { throw new Error('x') } }
    expect(positionOf(new Error('x'), 'guard-x.js', realm)).toBeNull()
  })
})

describe('a text that the compartment would not take', () => {
  it('is told with its own line', () => {
    expect(compileFaultOf(new SyntaxError('Possible HTML comment rejected at guard-x.js:7. (CODE)'), 'guard-x.js'))
      .toEqual({ code: 'not_parsed', message: 'SyntaxError: Possible HTML comment rejected at guard-x.js:6. (CODE)', position: { line: 6, column: 1 } })
  })

  it('is told without a place where there is none', () => {
    expect(compileFaultOf(new SyntaxError('Unexpected token'), 'guard-x.js')).toEqual({ code: 'not_parsed', message: 'SyntaxError: Unexpected token', position: null })
  })
})

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}
