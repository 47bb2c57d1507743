import { describe, expect, it } from 'vitest'
import { withinTime } from '../../../src/base/time-limit.ts'

describe('work within a time', () => {
  it('gives its value', () => {
    expect(withinTime(1000, () => ({ a: 1 }))).toEqual({ ended: true, value: { a: 1 } })
    expect(withinTime(1000, () => undefined)).toEqual({ ended: true, value: undefined })
  })

  it('is stopped, whatever it does about it', () => {
    const started = performance.now()
    const result = withinTime(100, () => {
      for (;;) {
        try {
          for (;;) { /* on purpose */ }
        } catch { /* and again */ }
      }
    })
    expect(result).toEqual({ ended: false })
    expect(performance.now() - started).toBeLessThan(1500)
  })

  it('throws what the work throws, the very same', () => {
    const error = new TypeError('mine')
    expect(() => withinTime(1000, () => { throw error })).toThrow(error)
    expect(() => withinTime(1000, () => { throw Object.assign(new Error('x'), { code: 'ERR_OTHER' }) })).toThrow('x')
  })

  it('tells a stack that overflowed as a RangeError of this realm', () => {
    const deep = (): number => deep() + 1
    let thrown: unknown
    try {
      withinTime(1000, deep)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(RangeError)
  })

  it('can be nested and used again after a stop', () => {
    expect(withinTime(1000, () => withinTime(50, () => { for (;;) { /* on purpose */ } }))).toEqual({ ended: true, value: { ended: false } })
    expect(withinTime(1000, () => 1)).toEqual({ ended: true, value: 1 })
  })
})
