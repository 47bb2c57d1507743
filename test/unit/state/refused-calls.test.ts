import { describe, expect, it } from 'vitest'
import { ALLOW_WINDOW, MAX_REFUSED, createRefusedCalls } from '../../../src/state/refused-calls.ts'
import type { RefusedCallBook, RefusedCallList } from '../../../src/state/refused-calls.ts'
import { commandOf, perSession, sessionAt } from '../../support/gate/gate-world.ts'

const main = sessionAt('/ws')
const call = commandOf('bash', { command: 'rm -rf ../x', timeout: 5 })

function book(clock = { time: 0 }): RefusedCallBook {
  return createRefusedCalls(perSession<RefusedCallList>(() => []), () => clock.time)
}

function codeOf(calls: RefusedCallBook): string {
  return calls.open(main)[0]?.code ?? ''
}

describe('a refused call', () => {
  it('runs once when the human allows its code, whatever the order of its arguments', () => {
    const calls = book()
    calls.refused(main, call, 'destructive')
    expect(calls.take(main, call)).toBe(null)
    expect(calls.open(main)).toMatchObject([{ guard: 'destructive', tool: 'bash', shown: 'rm -rf ../x', state: 'refused' }])
    expect(calls.allow(main, ` ${codeOf(calls).toUpperCase()} `)).toMatchObject({ kind: 'allowed', call: { state: 'allowed' } })
    expect(calls.take(main, commandOf('bash', { timeout: 5, command: 'rm -rf ../x' }, 'other'))).toBe('destructive')
    expect(calls.take(main, call)).toBe(null)
    expect(calls.open(main)).toEqual([])
  })

  it.each([
    ['another tool', main, commandOf('shell', call.args)], ['other arguments', main, commandOf('bash', { command: 'rm -rf ../y', timeout: 5 })],
    ['one more argument', main, commandOf('bash', { command: 'rm -rf ../x', timeout: 5, cwd: '/' })], ['another folder', sessionAt('/ws2'), call], ['another session', sessionAt('/ws', 'other'), call],
  ])('is not let through as %s', (_what, session, other) => {
    const calls = book()
    calls.refused(main, call, 'g')
    calls.allow(main, codeOf(calls))
    expect(calls.take(session, other)).toBe(null)
    expect(calls.take(main, call)).toBe('g')
  })

  it('of a subagent is allowed in the session that started it', () => {
    const calls = book()
    const child = { ...main, sessionId: 'child', agentId: 'child', isSubagent: true }
    calls.refused(child, call, 'g')
    calls.allow(main, codeOf(calls))
    expect(calls.take(child, call)).toBe('g')
  })

  it('can be allowed within the hour, and used within the hour after that', () => {
    const clock = { time: 0 }
    const calls = book(clock)
    calls.refused(main, call, 'g')
    const code = codeOf(calls)
    clock.time = ALLOW_WINDOW
    expect(calls.allow(main, code).kind).toBe('late')
    clock.time = ALLOW_WINDOW - 1
    expect(calls.allow(main, code).kind).toBe('allowed')
    clock.time = 2 * ALLOW_WINDOW - 1
    expect(calls.take(main, call)).toBe(null)
    clock.time = 2 * ALLOW_WINDOW - 2
    expect(calls.take(main, call)).toBe('g')
    expect(calls.allow(main, code).kind).toBe('used')
  })

  it('has one code while it waits, a new one after it was used, and an unknown code allows nothing', () => {
    const calls = book()
    calls.refused(main, call, 'g')
    calls.refused(main, call, 'g')
    expect(calls.open(main)).toHaveLength(1)
    const first = codeOf(calls)
    calls.allow(main, first)
    calls.take(main, call)
    calls.refused(main, call, 'g')
    expect(codeOf(calls)).not.toBe(first)
    expect(calls.allow(main, 'zzzzzz').kind).toBe('unknown')
    expect(calls.take(main, call)).toBe(null)
  })

  it('is forgotten when many came after it', () => {
    const calls = book()
    for (let index = 0; index <= MAX_REFUSED; index++) calls.refused(main, commandOf('bash', { command: `rm -rf /${index}` }), 'g')
    const open = calls.open(main)
    expect(open).toHaveLength(MAX_REFUSED)
    expect(open.at(-1)?.shown).toBe('rm -rf /1')
    expect(new Set(open.map(one => one.code)).size).toBe(MAX_REFUSED)
  })
})
