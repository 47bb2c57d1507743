import { describe, expect, it } from 'vitest'
import { createSessionRegistry } from '../../../src/state/per-session.ts'
import { MAX_CALLS, MAX_CALL_WRITES, createTurnLog, emptyTurn } from '../../../src/state/turn-log.ts'
import type { EndedCall, TurnLog } from '../../../src/state/turn-log.ts'
import { session } from '../../support/session/states.ts'

const ROOT = session('root')
const CHILD = { ...session('child'), rootSessionId: 'root', isSubagent: true }

function log(): TurnLog {
  return createTurnLog(createSessionRegistry(4).store(emptyTurn))
}

function ended(name: string, overrides: Partial<EndedCall> & { readonly paths?: readonly string[], readonly args?: unknown } = {}): EndedCall {
  const { paths = [], args = {}, ...rest } = overrides
  return {
    command: { name, args: args as EndedCall['command']['args'], callId: name }, outcome: 'done', isError: false, ms: 1,
    effects: Promise.resolve({ writes: paths.map(path => ({ path, inside: true, kind: 'write' as const, via: 'program' })), commands: [] }),
    ...rest,
  }
}

describe('the log of a turn', () => {
  it('has the calls of the agent and of its subagents, in order, and what they changed once each', async () => {
    const of = log()
    of.record(ROOT, ended('write', { paths: ['/w/a'] }))
    of.record(CHILD, ended('edit', { paths: ['/w/b', '/w/a'] }))
    expect((await of.calls(ROOT)).map(call => call.name)).toEqual(['write', 'edit'])
    expect(await of.files(CHILD)).toEqual(['/w/a', '/w/b'])
  })

  it('does not count what a refused call would have changed', async () => {
    const of = log()
    of.record(ROOT, ended('bash', { paths: ['/w/a'], outcome: 'refused', isError: true }))
    expect(await of.files(ROOT)).toEqual([])
    expect((await of.calls(ROOT))[0]).toMatchObject({ outcome: 'refused', writes: [{ path: '/w/a' }] })
  })

  it('begins anew with the user\'s next turn, and not with a subagent\'s first input', async () => {
    const of = log()
    of.record(ROOT, ended('write'))
    of.begin(CHILD)
    expect(await of.calls(ROOT)).toHaveLength(1)
    of.begin(ROOT)
    expect(await of.calls(ROOT)).toEqual([])
  })

  it(`keeps ${MAX_CALLS} calls: one more costs the oldest`, async () => {
    const of = log()
    for (let at = 0; at < MAX_CALLS; at++) of.record(ROOT, ended(`t${at}`))
    expect((await of.calls(ROOT))[0]?.name).toBe('t0')
    of.record(ROOT, ended('last'))
    const calls = await of.calls(ROOT)
    expect([calls.length, calls[0]?.name, calls.at(-1)?.name]).toEqual([MAX_CALLS, 't1', 'last'])
  })

  it('cuts arguments and lists of paths', async () => {
    const of = log()
    const paths = Array.from({ length: MAX_CALL_WRITES + 1 }, (_none, at) => `/w/${at}`)
    of.record(ROOT, ended('write', { paths, args: { text: '界'.repeat(1_001), list: Array.from({ length: 21 }, () => 1), deep: { a: { b: { c: { d: 1 } } } }, ['__proto__']: 1 } }))
    const call = (await of.calls(ROOT))[0]
    const args = call?.args as Record<string, unknown>
    expect(args['text']).toMatch(/^界{980,}… \[\d+ more\]$/)
    expect(args['list']).toHaveLength(20)
    expect(args['deep']).toEqual({ a: { b: { c: null } } })
    expect(call?.writes).toHaveLength(MAX_CALL_WRITES)
    expect(await of.files(ROOT)).toHaveLength(MAX_CALL_WRITES + 1)
  })

  it('takes what the history tells of a turn that began before a restart, once', async () => {
    const of = log()
    expect(of.known(ROOT)).toBe(false)
    of.record(ROOT, ended('now'))
    of.restore(ROOT, [ended('before')])
    expect(of.known(ROOT)).toBe(true)
    expect((await of.calls(ROOT)).map(call => call.name)).toEqual(['before', 'now'])
  })

  it('costs a session of which nothing is recorded nothing', async () => {
    const store = createSessionRegistry(4).store(emptyTurn)
    const of = createTurnLog(store)
    expect([await of.calls(ROOT), await of.files(ROOT), of.known(ROOT)]).toEqual([[], [], false])
    expect(store.peek('root')).toBeUndefined()
  })
})
