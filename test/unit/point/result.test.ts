import { describe, expect, it } from 'vitest'
import { judgeResult } from '../../../src/point/result.ts'
import type { Mode, PointGuard, Verdict } from '../../../src/types.ts'
import { fakeGuard, pointDeps, pointInput } from '../../support/session/states.ts'

const input = pointInput({ point: 'result', result: { isError: false, text: 'x', error: null, durationMs: 1 } })
const block = (feedback: string): Partial<Verdict> => ({ actions: [{ kind: 'block', feedback }] })
const judge = async (guards: readonly PointGuard[], modes: Record<string, Mode> = {}) => await judgeResult(pointDeps(modes), guards, input, new AbortController().signal)

describe('RESULT', () => {
  it('stays as it is when no guard rejects it', async () => {
    expect(await judge([fakeGuard('a')])).toEqual({ feedback: null, replacement: null, notices: [] })
  })

  it('runs every guard and carries the feedback of all that reject it, in order', async () => {
    const last = fakeGuard('c')
    expect((await judge([fakeGuard('a', block('one')), fakeGuard('b', block('two')), last])).feedback).toBe('one\n\ntwo')
    expect(last.seen).toHaveLength(1)
  })

  it('is rejected with words where the guard gave none', async () => {
    expect((await judge([fakeGuard('a', block(' '))])).feedback).toBe('Guard "a" rejects this result and gave no reason.')
  })

  it('goes on without a guard that fails, and keeps what it had asked for before', async () => {
    const failing = fakeGuard('a', { ...block('one'), fault: { code: 'timeout', message: 'm', position: null } })
    expect(await judge([failing, fakeGuard('b', { actions: [{ kind: 'notice', text: 'n' }] })])).toEqual({ feedback: 'one', replacement: null, notices: [{ guard: 'b', text: 'n' }] })
  })

  it('is not touched by an observing guard', async () => {
    expect(await judge([fakeGuard('a', { actions: [{ kind: 'block', feedback: 'one' }, { kind: 'notice', text: 'n' }] })], { a: 'observe' })).toEqual({ feedback: null, replacement: null, notices: [] })
  })

  it('is replaced by what a guard says, and the next guard reads that', async () => {
    const replace = (text: string): Partial<Verdict> => ({ actions: [{ kind: 'replace', text }] })
    const last = fakeGuard('c')
    const verdict = await judge([fakeGuard('a', replace('one')), fakeGuard('b', replace('two')), last])
    expect([verdict.replacement, last.seen.map(seen => seen.result?.text)]).toEqual(['two', ['two']])
    expect((await judge([fakeGuard('a', replace('one'))], { a: 'observe' })).replacement).toBeNull()
    expect((await judge([fakeGuard('a', replace(''))])).replacement).toBe('')
  })
})
