import { describe, expect, it } from 'vitest'
import { judgeStop } from '../../../src/point/stop.ts'
import type { Mode, PointGuard, Verdict } from '../../../src/types.ts'
import { fakeGuard, pointDeps, pointInput, verdict } from '../../support/session/states.ts'

const input = pointInput({ point: 'stop', command: null })
const goOn: Partial<Verdict> = { continued: { prompt: 'go on', round: 1 } }
const judge = async (guards: readonly PointGuard[], modes: Record<string, Mode> = {}, signal = new AbortController().signal) => await judgeStop(pointDeps(modes), guards, input, signal)

describe('STOP', () => {
  it('lets the agent stop when no guard wants more', async () => {
    expect(await judge([fakeGuard('a'), fakeGuard('b', { capped: true })])).toEqual({ continued: false, notices: [] })
  })

  it('goes on with the first that wants more, and the rest are not run', async () => {
    const last = fakeGuard('c', goOn)
    expect((await judge([fakeGuard('a'), fakeGuard('b', goOn), last])).continued).toBe(true)
    expect(last.seen).toEqual([])
  })

  it('lets the agent stop where a guard fails, and asks the next', async () => {
    const failing = fakeGuard('a', { fault: { code: 'timeout', message: 'm', position: null } })
    expect((await judge([failing])).continued).toBe(false)
    expect((await judge([failing, fakeGuard('b', goOn)])).continued).toBe(true)
  })

  it('has gone on when a guard fails after it sent the agent on', async () => {
    const last = fakeGuard('b', goOn)
    expect((await judge([fakeGuard('a', { ...goOn, fault: { code: 'timeout', message: 'm', position: null } }), last])).continued).toBe(true)
    expect(last.seen).toEqual([])
  })

  it('is not touched by an observing guard, and the one behind it is asked', async () => {
    const behind = fakeGuard('b')
    expect(await judge([fakeGuard('a', { ...goOn, actions: [{ kind: 'notice', text: 'n' }] }), behind], { a: 'observe' })).toEqual({ continued: false, notices: [] })
    expect(behind.seen).toHaveLength(1)
  })

  it('of a cancelled turn says nothing', async () => {
    const controller = new AbortController()
    const cancels = fakeGuard('b', async () => {
      controller.abort()
      return verdict()
    })
    expect(await judge([fakeGuard('a', { actions: [{ kind: 'notice', text: 'n' }] }), cancels], {}, controller.signal)).toEqual({ continued: false, notices: [] })
  })
})
