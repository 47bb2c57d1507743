import { describe, expect, it } from 'vitest'
import { createSessionRegistry } from '../../../src/state/per-session.ts'
import { session } from '../../support/session/states.ts'

const numbered = (max: number) => {
  let made = 0
  const registry = createSessionRegistry(max)
  const store = registry.store(() => ({ number: made += 1 }))
  return { registry, store, of: (id: string) => store.of(session(id)).number }
}

describe('values per session', () => {
  it('are made on first use and are the same from then on', () => {
    const { store, of } = numbered(2)
    expect(store.peek('a')).toBeUndefined()
    expect([of('a'), of('b'), of('a'), store.peek('a')?.number]).toEqual([1, 2, 1, 1])
  })

  it('are remembered up to the bound, and the least recently used leaves one over it', () => {
    const { of } = numbered(2)
    of('a'); of('b')
    expect([of('a'), of('b')]).toEqual([1, 2])
    of('a')
    expect(of('c')).toBe(3)
    expect(of('a')).toBe(1)
    expect(of('b')).toBe(4)
  })

  it('of live agents stay whatever the bound', () => {
    const { registry, of } = numbered(1)
    for (const id of ['a', 'b', 'c']) {
      registry.live(id)
      of(id)
    }
    for (const id of ['x', 'y', 'z']) of(id)
    expect([of('a'), of('b'), of('c'), registry.liveCount()]).toEqual([1, 2, 3, 3])
  })

  it('stay when their agent comes later, and may leave when it is gone', () => {
    const { registry, of } = numbered(1)
    of('a')
    registry.live('a')
    of('b'); of('c')
    expect(of('a')).toBe(1)
    registry.gone('a')
    expect(of('a')).toBe(1)
    of('d')
    expect(of('a')).toBe(5)
  })

  it('do not leave because an agent is announced or forgotten twice', () => {
    const { registry, of } = numbered(1)
    registry.live('a'); registry.live('a')
    of('a')
    registry.gone('a')
    registry.gone('a')
    expect([of('a'), registry.liveCount()]).toEqual([1, 0])
  })

  it('follow one registry in every store, also one that is made later', () => {
    const { registry, of } = numbered(1)
    registry.live('a')
    of('a')
    const later = registry.store(ref => ({ id: ref.sessionId }))
    const first = later.of(session('a'))
    later.of(session('x')); later.of(session('y'))
    expect(later.of(session('a'))).toBe(first)
  })

  it.each([0, -1])('are kept for one session at least with a bound of %i', (max) => {
    const { of } = numbered(max)
    expect([of('a'), of('a')]).toEqual([1, 1])
  })
})
