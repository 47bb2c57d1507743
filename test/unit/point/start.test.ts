import { describe, expect, it } from 'vitest'
import { judgeStart } from '../../../src/point/start.ts'
import type { Mode, PointGuard, Verdict } from '../../../src/types.ts'
import { fakeGuard, pointDeps, pointInput, verdict } from '../../support/session/states.ts'

const input = pointInput({ point: 'start', command: null })
const prompt = (...texts: string[]): Partial<Verdict> => ({ actions: texts.map(text => ({ kind: 'setTurnPrompt', text })) })
const judge = async (guards: readonly PointGuard[], modes: Record<string, Mode> = {}, signal = new AbortController().signal) => await judgeStart(pointDeps(modes), guards, input, signal)

describe('START', () => {
  it('sets no prompt by itself', async () => {
    expect(await judge([fakeGuard('a')])).toEqual({ prompt: null, notices: [] })
  })

  it('takes the last prompt, of a guard and of all guards', async () => {
    expect((await judge([fakeGuard('a', prompt('1', '2'))])).prompt).toEqual({ text: '2', guard: 'a' })
    expect((await judge([fakeGuard('a', prompt('1')), fakeGuard('b', prompt('2', '3')), fakeGuard('c')])).prompt).toEqual({ text: '3', guard: 'b' })
  })

  it('goes on without a guard that fails, and keeps what it had asked for before', async () => {
    const failing = fakeGuard('a', { ...prompt('1'), fault: { code: 'timeout', message: 'm', position: null } })
    expect(await judge([failing, fakeGuard('b', { actions: [{ kind: 'notice', text: 'n' }] })])).toEqual({ prompt: { text: '1', guard: 'a' }, notices: [{ guard: 'b', text: 'n' }] })
  })

  it('is not touched by an observing guard', async () => {
    expect(await judge([fakeGuard('a', { actions: [{ kind: 'setTurnPrompt', text: '1' }, { kind: 'notice', text: 'n' }] })], { a: 'observe' })).toEqual({ prompt: null, notices: [] })
  })

  it('of a cancelled turn sets nothing and says nothing', async () => {
    const controller = new AbortController()
    const cancels = fakeGuard('b', async () => {
      controller.abort()
      return verdict()
    })
    const before = fakeGuard('a', { actions: [{ kind: 'setTurnPrompt', text: '1' }, { kind: 'notice', text: 'n' }] })
    expect(await judge([before, cancels], {}, controller.signal)).toEqual({ prompt: null, notices: [] })
  })
})
