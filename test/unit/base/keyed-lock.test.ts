import { describe, expect, it } from 'vitest'
import { KeyedLock } from '../../../src/base/keyed-lock.ts'

const never = new AbortController().signal
const turn = async (): Promise<void> => { await new Promise((resolve) => { setImmediate(resolve) }) }

function gate(): { readonly open: () => void, readonly opened: Promise<void> } {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => { open = resolve })
  return { open, opened }
}

describe('a lock per key', () => {
  it('runs one at a time, in order of arrival', async () => {
    const lock = new KeyedLock()
    const order: string[] = []
    const task = async (name: string): Promise<void> => await lock.run('k', never, undefined, async () => {
      order.push(`${name} in`)
      await turn()
      order.push(`${name} out`)
    })
    await Promise.all([task('a'), task('b'), task('c')])
    expect(order).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out'])
    await turn()
    expect(lock.size).toBe(0)
  })

  it('lets other keys through meanwhile', async () => {
    const lock = new KeyedLock()
    const { open, opened } = gate()
    const held = lock.run('a', never, 0, async () => { await opened; return 1 })
    expect(await lock.run('b', never, 0, () => Promise.resolve(2))).toBe(2)
    open()
    expect(await held).toBe(1)
  })

  it('frees the key when the work throws', async () => {
    const lock = new KeyedLock()
    await expect(lock.run('k', never, 0, () => Promise.reject(new Error('x')))).rejects.toThrow('x')
    expect(await lock.run('k', never, 0, () => Promise.resolve(1))).toBe(1)
  })

  it('answers who is cancelled while waiting at once, without running it and without letting others overtake', async () => {
    const lock = new KeyedLock()
    const { open, opened } = gate()
    const order: string[] = []
    const first = lock.run('k', never, 'no', async () => { await opened; order.push('first'); return 'yes' })
    const stop = new AbortController()
    const second = lock.run('k', stop.signal, 'cancelled', () => { order.push('second'); return Promise.resolve('yes') })
    const third = lock.run('k', never, 'no', () => { order.push('third'); return Promise.resolve('yes') })
    stop.abort()
    expect(await second).toBe('cancelled')
    await turn()
    expect(order).toEqual([])
    open()
    expect(await Promise.all([first, third])).toEqual(['yes', 'yes'])
    expect(order).toEqual(['first', 'third'])
  })

  it('does not start what was cancelled before', async () => {
    const lock = new KeyedLock()
    expect(await lock.run('k', AbortSignal.abort(), 'cancelled', () => Promise.resolve('ran'))).toBe('cancelled')
  })
})
