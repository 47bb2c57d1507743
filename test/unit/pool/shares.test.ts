import { describe, expect, it } from 'vitest'
import type { Pace } from '../../../src/pool/pace.ts'
import { inTurn, mayHave, whoGivesWay, type Holder } from '../../../src/pool/shares.ts'

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
    expect(mayHave(pace, holders, maxRunners)).toBe(may)
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
    ['one that computes, when others wait', [JUDGE, JUDGE, JUDGE, LOOP], 4, 1],
    ['not one that has done what cannot be done twice', [holder('quick', 'computing', { movable: false }), LOOP, LOOP, LOOP], 4, 2],
    ['nobody who cannot', Array.from({ length: 4 }, () => holder('quick', 'computing', { movable: false })), 4, 0],
    ['the one beyond one of two', [LOOP, LOOP], 2, 1],
    ['nobody, where there is one runner', [LOOP], 1, 0],
  ])('is %s', (_what, holders, maxRunners, leaving) => {
    expect(whoGivesWay(holders, maxRunners)).toHaveLength(leaving)
  })
})

describe('the order of those that wait', () => {
  const ticket = (name: string, trusted: boolean, startedAt: number): { name: string, trusted: boolean, startedAt: number, job: { timeoutMs: number } } => ({ name, trusted, startedAt, job: { timeoutMs: 1000 } })

  it('is theirs, with those against whom nothing speaks first', () => {
    const queue = [ticket('a', true, 0), ticket('b', false, 1), ticket('c', true, 2), ticket('d', false, 3)]
    expect(inTurn(queue, 10).map(({ name }) => name)).toEqual(['a', 'c', 'b', 'd'])
  })

  it('forgets what speaks against one when half of its time is gone', () => {
    const queue = [ticket('a', false, 0), ticket('b', true, 1), ticket('c', false, 501)]
    expect(inTurn(queue, 500).map(({ name }) => name)).toEqual(['b', 'a', 'c'])
    expect(inTurn(queue, 501).map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  })
})
