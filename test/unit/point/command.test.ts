import { describe, expect, it } from 'vitest'
import { judgeCommand } from '../../../src/point/command.ts'
import type { GuardAction, Mode, PointGuard, Verdict } from '../../../src/types.ts'
import { fakeGuard, pointDeps, pointInput } from '../../support/session/states.ts'

const never = new AbortController().signal
const deny = (reason: string): Partial<Verdict> => ({ actions: [{ kind: 'deny', reason }] })
const ask = (reason: string): Partial<Verdict> => ({ actions: [{ kind: 'ask', reason }] })
const fault: Partial<Verdict> = { fault: { code: 'timeout', message: 'too slow', position: null } }
const judge = async (guards: readonly PointGuard[], modes: Record<string, Mode> = {}, signal = never) => await judgeCommand(pointDeps(modes), guards, pointInput(), signal)

describe('COMMAND', () => {
  it('allows when no guard says anything, or none is there', async () => {
    expect(await judge([fakeGuard('a'), fakeGuard('b')])).toEqual({ verdict: { kind: 'allow' }, notices: [] })
    expect(await judge([])).toEqual({ verdict: { kind: 'allow' }, notices: [] })
  })

  it('is refused by the first that refuses, and the guards behind are not run', async () => {
    const last = fakeGuard('c', deny('later'))
    expect((await judge([fakeGuard('a'), fakeGuard('b', deny('no')), last])).verdict).toEqual({ kind: 'deny', reason: 'no', guard: 'b' })
    expect(last.seen).toEqual([])
  })

  it('is refused with the guard\'s name where two guards have one script', async () => {
    const where = (): string => 'guard[0]'
    const { verdict } = await judge([fakeGuard('a', {}, { where }), fakeGuard('b', deny('no'), { where }), fakeGuard('c', {}, { where, hash: () => 'other' })])
    expect(verdict).toEqual({ kind: 'deny', guard: 'b', reason: 'no\n\n(Refused by the guard "b".)' })
    expect((await judge([fakeGuard('b', deny('no'), { where })])).verdict).toMatchObject({ reason: 'no' })
  })

  it.each(['', '  \n'])('is refused by a refusal without words (%j), with words', async (reason) => {
    const { verdict } = await judge([fakeGuard('a', deny(reason))])
    expect(verdict).toEqual({ kind: 'deny', guard: 'a', reason: expect.stringContaining('Refused by guard "a", which gave no reason') as string })
  })

  it('is refused by a guard that fails, and says which and how it is switched off', async () => {
    const { verdict } = await judge([fakeGuard('a', fault), fakeGuard('b', deny('no'))])
    expect(verdict).toEqual({ kind: 'deny', guard: 'a', reason: expect.stringMatching(/guard "a" could not judge this call \(timeout: too slow\).*\/guard off a$/) as string })
  })

  it('keeps a refusal\'s own words when the guard fails afterwards', async () => {
    expect((await judge([fakeGuard('a', { ...deny('no'), ...fault })])).verdict).toEqual({ kind: 'deny', guard: 'a', reason: 'no' })
  })

  it('keeps the notices of guards before and beside a refusal', async () => {
    const loud = (text: string): GuardAction => ({ kind: 'notice', text })
    const { notices } = await judge([fakeGuard('a', { actions: [loud('one')] }), fakeGuard('b', { actions: [loud('two'), { kind: 'deny', reason: 'no' }] })])
    expect(notices).toEqual([{ guard: 'a', text: 'one' }, { guard: 'b', text: 'two' }])
  })

  it('is asked about with the words of every guard that asks, unless one refuses', async () => {
    const asked = (guard: string, reason: string) => ({ kind: 'ask', reason, guard, settle: expect.any(Function) as unknown })
    expect((await judge([fakeGuard('a'), fakeGuard('b', ask('may it?')), fakeGuard('c', ask('really?'))])).verdict).toEqual(asked('b', 'Guard "b" asks: may it?\n\nGuard "c" asks: really?'))
    expect((await judge([fakeGuard('b', ask('may it?')), fakeGuard('c', deny('no'))])).verdict).toEqual({ kind: 'deny', reason: 'no', guard: 'c' })
    expect((await judge([fakeGuard('b', { actions: [{ kind: 'ask', reason: 'may it?' }, { kind: 'deny', reason: 'no' }] })])).verdict.kind).toBe('deny')
    expect((await judge([fakeGuard('a', ask(' '))])).verdict).toEqual(asked('a', 'Guard "a" wants your approval for this call.'))
  })

  it('is recorded as asked when it is known how the question ended, once', async () => {
    const deps = pointDeps()
    const never = new AbortController().signal
    const outcomes = (): unknown[] => deps.records.map(({ decision }) => [decision.guard, decision.outcome, decision.ended])
    const { verdict } = await judgeCommand(deps, [fakeGuard('a', ask('may it?')), fakeGuard('b', ask('really?')), fakeGuard('c')], pointInput(), never)
    expect(outcomes()).toEqual([['c', 'passed', undefined]])
    if (verdict.kind === 'ask') for (const end of ['nobody', 'approved'] as const) verdict.settle(end)
    expect(outcomes()).toEqual([['c', 'passed', undefined], ['a', 'asked', 'nobody'], ['b', 'asked', 'nobody']])
    await judgeCommand(deps, [fakeGuard('a', ask('may it?')), fakeGuard('d', deny('no'))], pointInput(), never)
    expect(outcomes().slice(3)).toEqual([['d', 'denied', undefined], ['a', 'asked', 'overruled']])
  })

  it.each<[string, Partial<Verdict>]>([['refuse', deny('no')], ['ask', ask('may it?')], ['fail', fault], ['give a notice', { actions: [{ kind: 'notice', text: 'n' }] }]])('is not touched by an observing guard that would %s', async (_name, answer) => {
    const behind = fakeGuard('b')
    expect(await judge([fakeGuard('a', answer), behind], { a: 'observe' })).toEqual({ verdict: { kind: 'allow' }, notices: [] })
    expect(behind.seen).toHaveLength(1)
  })

  it('is undecided when the turn was cancelled, whatever guards have said', async () => {
    const controller = new AbortController()
    const cancels = fakeGuard('b', async () => {
      controller.abort()
      return { ...deny('no'), fault: null, cancelled: false, continued: null, activated: [], capped: false, ms: 0, actions: [{ kind: 'deny', reason: 'no' }] }
    })
    const before = fakeGuard('a', { actions: [{ kind: 'notice', text: 'n' }] })
    expect(await judge([before, cancels], {}, controller.signal)).toEqual({ verdict: { kind: 'undecided' }, notices: [] })
  })
})
