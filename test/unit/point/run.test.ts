import { describe, expect, it, vi } from 'vitest'
import { runGuards } from '../../../src/point/run.ts'
import type { Judged } from '../../../src/point/outcome.ts'
import type { Mode, PointGuard, PointInput } from '../../../src/types.ts'
import { fakeGuard, pointDeps, pointInput, verdict } from '../../support/session/states.ts'

const never = new AbortController().signal
const nothing = (): boolean => false
const names = (judged: readonly Judged[]): string[] => judged.map(one => one.guard.name)

describe('the guards of a Point', () => {
  it('run in order, each with its own record', async () => {
    const deps = pointDeps()
    const order: string[] = []
    const guard = (name: string) => fakeGuard(name, async () => {
      order.push(name)
      return verdict({ ms: 3 })
    })
    const run = await runGuards(deps, [guard('a'), guard('b'), guard('c')], pointInput(), never, nothing)
    expect([order, names(run.judged), run.cancelled]).toEqual([['a', 'b', 'c'], ['a', 'b', 'c'], false])
    expect(deps.records[0]).toEqual({
      decision: {
        time: 1_000, sessionId: 's1', guard: 'a', kind: 'script', hash: 'f00d', point: 'command', tool: 'bash',
        outcome: 'passed', wouldBe: null, reason: null, fault: null, ms: 3,
      },
      position: null,
    })
    expect(deps.records.map(one => one.decision.guard)).toEqual(['a', 'b', 'c'])
  })

  it('end after the one that the Point stops at', async () => {
    const deps = pointDeps()
    const last = fakeGuard('c')
    const run = await runGuards(deps, [fakeGuard('a'), fakeGuard('b'), last], pointInput(), never, one => one.guard.name === 'b')
    expect([names(run.judged), last.seen, deps.records.length]).toEqual([['a', 'b'], [], 2])
  })

  it.each<[string, Record<string, Mode>, Partial<PointGuard>]>([
    ['is off', { a: 'off' }, {}],
    ['is for another Point', {}, { points: ['stop'] }],
    ['does not apply', {}, { applies: () => false }],
    ['is off and cannot say whether it applies', { a: 'off' }, { applies: (): boolean => { throw new Error('x') } }],
  ])('do not count one that %s', async (_name, modes, overrides) => {
    const deps = pointDeps(modes)
    const guard = fakeGuard('a', {}, overrides)
    expect(await runGuards(deps, [guard], pointInput(), never, nothing)).toMatchObject({ judged: [], cancelled: false })
    expect([guard.seen, deps.records]).toEqual([[], []])
  })

  it('run in the mode that is in force, whatever the configuration says', async () => {
    const deps = pointDeps({ a: 'observe' })
    const run = await runGuards(deps, [fakeGuard('a', { actions: [{ kind: 'deny', reason: 'no' }] })], pointInput(), never, nothing)
    expect(run.judged[0]?.mode).toBe('observe')
    expect(deps.records[0]?.decision).toMatchObject({ outcome: 'observed', wouldBe: 'denied', reason: 'no' })
  })

  it('are wrapped, so that what they cause can be told apart', async () => {
    const deps = pointDeps()
    const enter = vi.spyOn(deps, 'enter')
    const input = pointInput()
    await runGuards(deps, [fakeGuard('a'), fakeGuard('b')], input, never, nothing)
    expect(enter.mock.calls.map(([given]) => given)).toEqual([input, input])
  })
})

describe('a fault of one guard', () => {
  const boom = (): never => { throw new Error('boom\nin two lines') }

  it.each([
    ['rejects', { judge: () => Promise.reject(new Error('boom\nin two lines')) }],
    ['throws before it begins', { judge: boom }],
    ['cannot say whether it applies', { applies: boom }],
  ])('that %s is its own and no other\'s', async (_name, overrides) => {
    const deps = pointDeps()
    const run = await runGuards(deps, [fakeGuard('a', { actions: [{ kind: 'notice', text: 'n' }] }), fakeGuard('b', {}, overrides), fakeGuard('c')], pointInput(), never, nothing)
    expect(names(run.judged)).toEqual(['a', 'b', 'c'])
    expect(deps.records.map(one => [one.decision.outcome, one.decision.fault, one.decision.reason])).toEqual([
      ['fired', null, 'n'], ['script_error', 'internal', 'boom in two lines'], ['passed', null, null],
    ])
  })

  it('keeps its place in the text', async () => {
    const deps = pointDeps()
    await runGuards(deps, [fakeGuard('a', { fault: { code: 'script_threw', message: 'm', position: { line: 2, column: 3 } } })], pointInput(), never, nothing)
    expect(deps.records[0]?.position).toEqual({ line: 2, column: 3 })
  })

  it('in its hash or in the record does not cost its verdict', async () => {
    const deps = { ...pointDeps(), record: boom }
    const run = await runGuards(deps, [fakeGuard('a', {}, { hash: boom }), fakeGuard('b')], pointInput(), never, nothing)
    expect(names(run.judged)).toEqual(['a', 'b'])
    const kept = pointDeps()
    await runGuards(kept, [fakeGuard('a', {}, { hash: boom })], pointInput(), never, nothing)
    expect(kept.records[0]?.decision.hash).toBeNull()
  })
})

describe('a cancelled turn', () => {
  it('before it begins runs nothing', async () => {
    const deps = pointDeps()
    const guard = fakeGuard('a')
    expect(await runGuards(deps, [guard], pointInput(), AbortSignal.abort(), nothing)).toMatchObject({ judged: [], cancelled: true })
    expect([guard.seen, deps.records]).toEqual([[], []])
  })

  it('ends the wait for a guard that never answers, and leaves no decision of it', async () => {
    const deps = pointDeps()
    const controller = new AbortController()
    const stuck = fakeGuard('b', async () => await new Promise(() => undefined))
    const last = fakeGuard('c')
    const running = runGuards(deps, [fakeGuard('a'), stuck, last], pointInput(), controller.signal, nothing)
    setTimeout(() => { controller.abort() }, 5)
    const run = await running
    expect([names(run.judged), run.cancelled, last.seen]).toEqual([['a'], true, []])
    expect(deps.records.map(one => one.decision.guard)).toEqual(['a'])
  })

  it.each([
    ['says so itself', verdict({ cancelled: true, actions: [{ kind: 'deny', reason: 'no' }] }), false],
    ['answers although it was cancelled', verdict({ actions: [{ kind: 'deny', reason: 'no' }] }), true],
  ])('leaves no decision of a guard that %s', async (_name, answer, abort) => {
    const deps = pointDeps()
    const controller = new AbortController()
    const guard = fakeGuard('a', async () => {
      if (abort) controller.abort()
      return answer
    })
    expect(await runGuards(deps, [guard], pointInput(), controller.signal, nothing)).toMatchObject({ judged: [], cancelled: true })
    expect(deps.records).toEqual([])
  })

  it('leaves no decision of a guard that had just answered', async () => {
    const controller = new AbortController()
    const deps = pointDeps()
    const late = {
      ...deps,
      async enter<T>(_input: PointInput, body: () => Promise<T>): Promise<T> {
        const answer = await body()
        controller.abort()
        return answer
      },
    }
    const guard = fakeGuard('a', { actions: [{ kind: 'deny', reason: 'no' }] })
    expect(await runGuards(late, [guard], pointInput(), controller.signal, nothing)).toMatchObject({ judged: [], cancelled: true })
    expect(deps.records).toEqual([])
  })

  it('is no fault of a guard that fails because of it, not even one that fails later', async () => {
    const deps = pointDeps()
    const controller = new AbortController()
    const guard = fakeGuard('a', async (_input, signal) => await new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => { setImmediate(() => { reject(new Error('late')) }) })
    }))
    setTimeout(() => { controller.abort() }, 5)
    expect((await runGuards(deps, [guard], pointInput(), controller.signal, nothing)).cancelled).toBe(true)
    await new Promise((resolve) => { setTimeout(resolve, 5) })
    expect(deps.records).toEqual([])
  })
})

describe('the reason in a record', () => {
  const recorded = async (reason: string): Promise<string | null | undefined> => {
    const deps = pointDeps()
    await runGuards(deps, [fakeGuard('a', { actions: [{ kind: 'deny', reason }] })], pointInput(), never, nothing)
    return deps.records[0]?.decision.reason
  }

  it.each([[500, false], [501, true]])('of %i units is cut: %s', async (length, cutOff) => {
    const reason = await recorded('a'.repeat(length)) ?? ''
    expect([reason.length <= 500, reason.includes('more]')]).toEqual([true, cutOff])
  })

  it('is on one line', async () => {
    expect(await recorded('one\n\n  two\u0000three')).toBe('one two three')
  })

  it.each([
    ['in the open', `token=${'s3cr3t'.repeat(4)} here`, 'token=*** here'],
    ['across the place where it is cut', `${'a '.repeat(240)}sk-${'Zx9'.repeat(20)}`, expect.not.stringMatching(/Zx9/)],
  ])('shows no secret that stands %s', async (_name, reason, shown) => {
    expect(await recorded(reason)).toEqual(shown)
  })
})
