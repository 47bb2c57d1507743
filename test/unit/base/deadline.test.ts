import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { abortAfter } from '../../../src/base/deadline.ts'

describe('a deadline', () => {
  beforeEach(() => { vi.useFakeTimers() })
  afterEach(() => { vi.useRealTimers() })

  it('aborts when its time ran out, not a millisecond before', () => {
    const deadline = abortAfter(100, null)
    vi.advanceTimersByTime(99)
    expect(deadline.signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(deadline.signal.aborted).toBe(true)
    expect(deadline.timedOut()).toBe(true)
    expect((deadline.signal.reason as Error).message).toBe('the time of 100 ms ran out')
  })

  it('aborts with its parent and with the reason of it, which is not a time-out', () => {
    const parent = new AbortController()
    const deadline = abortAfter(100, parent.signal)
    parent.abort(new Error('cancelled'))
    expect(deadline.signal.aborted).toBe(true)
    expect((deadline.signal.reason as Error).message).toBe('cancelled')
    vi.advanceTimersByTime(1000)
    expect(deadline.timedOut()).toBe(false)
  })

  it('is aborted at once by a parent that is', () => {
    const deadline = abortAfter(100, AbortSignal.abort(new Error('before')))
    expect(deadline.signal.aborted).toBe(true)
    expect(deadline.timedOut()).toBe(false)
  })

  it('stays as it was once disposed, and lets go of the parent', () => {
    const parent = new AbortController()
    const removed = vi.spyOn(parent.signal, 'removeEventListener')
    const deadline = abortAfter(100, parent.signal)
    deadline.dispose()
    deadline.dispose()
    vi.advanceTimersByTime(1000)
    parent.abort()
    expect(deadline.signal.aborted).toBe(false)
    expect(removed).toHaveBeenCalled()
    expect(vi.getTimerCount()).toBe(0)
  })
})
