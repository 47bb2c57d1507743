import { describe, expect, it, vi } from 'vitest'
import { MAX_NOTICE, MAX_PENDING, createNoticeQueue } from '../../../src/notice/queue.ts'
import { createCounters } from '../../../src/state/counters.ts'
import type { NoticeQueue, PendingNotice } from '../../../src/types.ts'

const notice = (text: string, overrides: Partial<PendingNotice> = {}): PendingNotice => ({ guard: 'g', text, skill: null, count: 1, ...overrides })
function open(initial: readonly PendingNotice[] = []) {
  const counters = createCounters()
  const changed = vi.fn()
  const queue = createNoticeQueue(counters, changed, initial)
  const counts = () => {
    const { noticesQueued, noticesDelivered, noticesDropped } = counters.all()
    return { noticesQueued, noticesDelivered, noticesDropped }
  }
  return { queue, changed, counts, texts: () => queue.pending().map(one => one.text) }
}
const fill = (queue: ReturnType<typeof open>['queue'], count: number, prefix = 'n'): void => {
  for (let number = 1; number <= count; number += 1) queue.add('g', `${prefix}${number}`)
}

describe('notices about calls', () => {
  const open = (): { queue: NoticeQueue, counters: ReturnType<typeof createCounters> } => {
    const counters = createCounters()
    return { counters, queue: createNoticeQueue(counters, () => undefined) }
  }
  const texts = (notices: readonly PendingNotice[]): readonly string[] => notices.map(one => `${one.text} ${one.count}`)

  it('are handed out by call, the rest stays in order', () => {
    const { queue } = open()
    queue.add('g', 'of none')
    for (const call of ['1', '2', '3']) queue.add('g', `of ${call}`, call)
    queue.addSkill('g', 's', 'body')
    expect(texts(queue.takeNotices(calls => calls.has('2')))).toEqual(['of 2 1'])
    expect(texts(queue.take(calls => calls.has('1') || calls.size === 0))).toEqual(['of none 1', 'of 1 1', 'body 1'])
    expect(texts(queue.take())).toEqual(['of 3 1'])
  })

  it('with the same words are one, and belong to every call that they are about', () => {
    const { queue } = open()
    queue.add('g', 'same', '1')
    queue.add('g', 'same', '2')
    queue.dropCall('1')
    const [both] = queue.take(calls => calls.has('2'))
    expect(texts(both === undefined ? [] : [both])).toEqual(['same 2'])
    queue.putBack(both === undefined ? [] : [both])
    expect(queue.take(calls => calls.has('3'))).toEqual([])
    expect(texts(queue.take(calls => calls.has('1')))).toEqual(['same 2'])
  })

  it('of a cancelled call are left out and counted, a skill is not', () => {
    const { queue, counters } = open()
    queue.add('g', 'gone', '1')
    queue.add('g', 'gone', '1')
    queue.add('g', 'stays', '2')
    queue.add('g', 'stays too')
    queue.addSkill('g', 's', 'body')
    queue.dropCall('1')
    expect(counters.all()).toMatchObject({ noticesQueued: 5, noticesDropped: 2, noticesDelivered: 0 })
    expect(texts(queue.take())).toEqual(['stays 1', 'stays too 1', 'body 1'])
  })
})

describe('notices that wait', () => {
  it('are handed out once, in order', () => {
    const { queue, counts } = open()
    queue.add('g', 'one')
    queue.add('h', 'two')
    expect(queue.take()).toEqual([notice('one'), notice('two', { guard: 'h' })])
    expect([queue.take(), queue.pending()]).toEqual([[], []])
    expect(counts()).toEqual({ noticesQueued: 2, noticesDelivered: 2, noticesDropped: 0 })
  })

  it('are merged with a count when the same guard says the same again, and keep their place', () => {
    const { queue, counts } = open()
    for (const text of ['one', 'two', 'one', ' one\n']) queue.add('g', text)
    queue.add('other', 'one')
    queue.addSkill('g', 's', 'one')
    expect(queue.take()).toEqual([notice('one', { count: 3 }), notice('two'), notice('one', { guard: 'other' }), notice('one', { skill: 's' })])
    expect(counts()).toEqual({ noticesQueued: 6, noticesDelivered: 6, noticesDropped: 0 })
  })

  it('that say nothing are none', () => {
    const { queue, changed } = open()
    queue.add('g', ' \n ')
    expect([queue.pending(), changed.mock.calls.length]).toEqual([[], 0])
  })

  it.each([[MAX_NOTICE, false], [MAX_NOTICE + 1, true]])('of %i units are cut: %s', (length, cutOff) => {
    const { queue } = open()
    queue.add('g', 'a'.repeat(length))
    const text = queue.pending()[0]?.text ?? ''
    expect([text.length <= MAX_NOTICE, /… \[\d+ more\]$/.test(text)]).toEqual([true, cutOff])
  })

  it('do not cut the instructions of a skill', () => {
    const { queue } = open()
    queue.addSkill('g', 's', 'a'.repeat(MAX_NOTICE + 1))
    expect(queue.pending()[0]?.text).toHaveLength(MAX_NOTICE + 1)
  })

  it('are fifty at most; one over it is counted, and the model is told how many', () => {
    const { queue, counts, texts } = open()
    fill(queue, MAX_PENDING)
    expect([queue.dropped(), texts().length]).toEqual([0, MAX_PENDING])
    queue.add('g', 'one over')
    queue.add('g', 'n1')
    expect([queue.dropped(), texts().length, texts()[0]]).toEqual([1, MAX_PENDING, 'n1'])
    const taken = queue.take()
    expect(taken.length).toBe(MAX_PENDING + 1)
    expect(taken.at(-1)).toEqual(notice('1 further notice was left out: too many were waiting.', { guard: 'shooty' }))
    expect(counts()).toEqual({ noticesQueued: 51, noticesDelivered: 51, noticesDropped: 1 })
    expect([queue.dropped(), queue.take()]).toEqual([0, []])
  })

  it('leave skills behind for channels that are too narrow for them', () => {
    const { queue } = open()
    queue.add('g', 'one')
    queue.addSkill('g', 's', 'body')
    queue.add('g', 'two')
    expect(queue.takeNotices()).toEqual([notice('one'), notice('two')])
    expect(queue.takeNotices()).toEqual([])
    expect(queue.take()).toEqual([notice('body', { skill: 's' })])
  })

  it('say that something was left out only together with something', () => {
    const { queue } = open()
    for (let number = 0; number < MAX_PENDING; number += 1) queue.addSkill('g', `s${number}`, 'body')
    queue.add('g', 'lost')
    expect(queue.takeNotices()).toEqual([])
    expect(queue.dropped()).toBe(1)
  })

  it('come from an earlier run of the process first, up to the bound', () => {
    const { queue, counts, texts, changed } = open([notice('old', { count: 2 }), ...Array.from({ length: MAX_PENDING }, (_, index) => notice(`x${index}`))])
    expect([texts().length, texts()[0], queue.dropped(), counts().noticesQueued, changed.mock.calls.length]).toEqual([MAX_PENDING, 'old', 1, 0, 0])
  })

  it('are told of after each change and not without one', () => {
    const { queue, changed } = open()
    const calls = (): number => changed.mock.calls.length
    queue.take()
    queue.putBack([])
    expect(calls()).toBe(0)
    queue.add('g', 'a'); expect(calls()).toBe(1)
    queue.add('g', 'a'); expect(calls()).toBe(2)
    const taken = queue.take(); expect(calls()).toBe(3)
    queue.putBack(taken); expect(calls()).toBe(4)
  })

  it('cannot be changed through what was given out', () => {
    const { queue, texts } = open()
    queue.add('g', 'a')
    ;(queue.pending() as PendingNotice[]).pop()
    expect(texts()).toEqual(['a'])
  })
})

describe('what could not be brought to the model', () => {
  it('goes before what came meanwhile', () => {
    const { queue, texts, counts } = open()
    fill(queue, 2)
    const taken = queue.take()
    queue.add('g', 'later')
    queue.putBack(taken)
    expect(texts()).toEqual(['n1', 'n2', 'later'])
    expect(counts()).toEqual({ noticesQueued: 3, noticesDelivered: 0, noticesDropped: 0 })
  })

  it.each([[[0, 1, 2]], [[2, 1, 0]], [[1, 2, 0]]])('finds its place when it comes back one by one in the order %j', (order) => {
    const { queue, texts } = open()
    fill(queue, 3)
    const taken = queue.take()
    queue.add('g', 'later')
    for (const index of order) queue.putBack(taken.slice(index, index + 1))
    expect(texts()).toEqual(['n1', 'n2', 'n3', 'later'])
  })

  it('is merged with the same words that came meanwhile', () => {
    const { queue } = open()
    queue.add('g', 'one')
    queue.add('g', 'one')
    const taken = queue.take()
    queue.add('g', 'two')
    queue.add('g', 'one')
    queue.putBack(taken)
    expect(queue.take()).toEqual([notice('one', { count: 3 }), notice('two')])
  })

  it('keeps the bound, and the oldest stay', () => {
    const { queue, texts, counts } = open()
    fill(queue, MAX_PENDING)
    const taken = queue.take()
    fill(queue, 2, 'm')
    queue.putBack(taken)
    expect([texts().length, texts().at(-1), queue.dropped()]).toEqual([MAX_PENDING, 'n50', 2])
    expect(counts()).toEqual({ noticesQueued: 52, noticesDelivered: 0, noticesDropped: 2 })
  })

  it('does not lose the count of what was left out before', () => {
    const { queue, texts, counts } = open()
    fill(queue, MAX_PENDING + 3)
    const taken = queue.take()
    queue.putBack(taken)
    expect([texts().length, queue.dropped()]).toEqual([MAX_PENDING, 3])
    expect(queue.take().at(-1)?.text).toBe('3 further notices were left out: too many were waiting.')
    expect(counts()).toEqual({ noticesQueued: MAX_PENDING, noticesDelivered: MAX_PENDING, noticesDropped: 3 })
  })
})
