import { describe, expect, it } from 'vitest'
import type { Pace } from '../../../src/pool/pace.ts'
import { mayHave, nextOf, whoGivesWay, type Holder } from '../../../src/pool/shares.ts'

const holder = (expected: Pace, pace: Pace, more: Partial<Holder> = {}): Holder => ({ expected, pace, waiting: pace === 'waiting', movable: true, ...more })
const QUICK = holder('quick', 'quick')
const SLOW = holder('computing', 'computing')
const JUDGE = holder('waiting', 'waiting')

describe('a run that is expected to', () => {
  it.each<[pace: Pace, holders: readonly Holder[], maxRunners: number, may: boolean]>([
    ['quick', [SLOW, SLOW, JUDGE, JUDGE], 4, true],
    ['computing', [], 4, true],
    ['computing', [SLOW], 4, true],
    ['computing', [SLOW, SLOW], 4, false],
    ['computing', [QUICK, QUICK, SLOW], 4, true],
    // One that was expected to be quick and is not counts as what it is.
    ['computing', [holder('quick', 'computing'), SLOW], 4, false],
    ['waiting', [SLOW, SLOW], 4, true],
    ['waiting', [JUDGE, JUDGE, JUDGE], 4, false],
    ['waiting', [SLOW, SLOW, JUDGE], 4, false],
    ['computing', [JUDGE, JUDGE], 4, true],
    ['computing', [SLOW], 2, false],
    ['computing', [], 1, true],
    ['computing', [JUDGE], 1, false],
    ['waiting', [JUDGE], 3, true],
  ])('be %s, with %j on %i runners, may have one: %s', (pace, holders, maxRunners, may) => {
    expect(mayHave(pace, holders, { maxRunners, processors: 8 })).toBe(may)
  })
})

describe('processors', () => {
  it.each([[1, false], [2, false], [3, true], [8, true]])('of %i let a second run compute: %s', (processors, may) => {
    expect(mayHave('computing', [SLOW], { maxRunners: 4, processors })).toBe(may)
    expect(mayHave('computing', [], { maxRunners: 4, processors })).toBe(true)
  })
})

describe('who gives way while quick runs wait', () => {
  const LOOP = holder('quick', 'computing')
  it.each<[what: string, holders: readonly Holder[], maxRunners: number, leaving: number]>([
    ['nobody, within the share', [LOOP, LOOP, QUICK, QUICK], 4, 0],
    ['what is beyond it', [LOOP, LOOP, LOOP, QUICK], 4, 1],
    ['as many as are', [LOOP, LOOP, LOOP, LOOP], 4, 2],
    ['not one that was expected to be slow', [SLOW, SLOW, LOOP, QUICK], 4, 1],
    ['not one that waits for the host', [JUDGE, JUDGE, JUDGE, JUDGE], 4, 0],
    ['not one that has just got what it waited for', [LOOP, LOOP, holder('quick', 'waiting', { waiting: false }), JUDGE], 4, 1],
    ['one that computes, when others wait', [JUDGE, JUDGE, JUDGE, LOOP], 4, 1],
    ['not one that has done what cannot be done twice', [holder('quick', 'computing', { movable: false }), LOOP, LOOP, LOOP], 4, 2],
    ['nobody who cannot', Array.from({ length: 4 }, () => holder('quick', 'computing', { movable: false })), 4, 0],
    ['the one beyond one of two', [LOOP, LOOP], 2, 1],
    ['nobody, where there is one runner', [LOOP], 1, 0],
  ])('is %s', (_what, holders, maxRunners, leaving) => {
    expect(whoGivesWay(holders, { maxRunners, processors: 8 })).toHaveLength(leaving)
  })
})

describe('whose turn it is', () => {
  interface Ticket { readonly name: string, readonly pace: Pace, readonly trusted: boolean, readonly rank: number, readonly startedAt: number, readonly job: { readonly timeoutMs: number } }
  const ticket = (name: string, more: Partial<Ticket> = {}): Ticket => ({ name, pace: 'quick', trusted: true, rank: 0, startedAt: 0, job: { timeoutMs: 1000 }, ...more })
  const order = (queue: readonly Ticket[], now = 10, may: (pace: Pace) => boolean = () => true): string => {
    const left = [...queue]
    const names: string[] = []
    for (let next = nextOf(left, now, may); next !== null; next = nextOf(left, now, may)) {
      names.push(next.name)
      left.splice(left.indexOf(next), 1)
    }
    return names.join('')
  }

  it('is theirs who came first, among equals', () => {
    expect(order([ticket('a'), ticket('b'), ticket('c')])).toBe('abc')
    expect(order([])).toBe('')
  })

  it('comes sooner for those whose session had less', () => {
    expect(order([ticket('a', { rank: 3 }), ticket('b', { rank: 1 }), ticket('c'), ticket('d', { rank: 1 })])).toBe('cbda')
  })

  it('comes later for those against whom something speaks', () => {
    expect(order([ticket('a', { trusted: false }), ticket('b'), ticket('c', { rank: 1 }), ticket('d', { trusted: false, rank: 2 })])).toBe('bacd')
  })

  it('comes at once when half of the time is gone', () => {
    const queue = [ticket('a', { startedAt: 1 }), ticket('b', { rank: 3 }), ticket('c', { trusted: false })]
    expect(order(queue, 500)).toBe('acb')
    expect(order(queue, 501)).toBe('bca')
  })

  it('passes those that may have no runner now', () => {
    expect(order([ticket('a', { pace: 'computing' }), ticket('b', { rank: 3 }), ticket('c', { pace: 'waiting' })], 10, pace => pace !== 'computing')).toBe('cb')
  })
})
