import { describe, expect, it } from 'vitest'
import type { Agent } from '@deepseek-ai/dsh-agent'
import { createDelivery } from '../../../src/host/delivery.ts'
import type { MessageShape } from '../../../src/host/shapes.ts'
import { createNoticeQueue } from '../../../src/notice/queue.ts'
import { createCounters } from '../../../src/state/counters.ts'
import { fakeAgent } from '../../support/host/fake-agent.ts'

function open(...texts: string[]) {
  let number = 0
  const counters = createCounters()
  const queue = createNoticeQueue(counters, () => undefined)
  for (const text of texts) queue.add('g', text)
  const delivery = createDelivery(() => `m${number += 1}`)
  const agent: Agent = fakeAgent()
  return { delivery, queue, agent, waiting: () => queue.pending().map(one => one.text), delivered: () => counters.all().noticesDelivered }
}
const history = (...ids: string[]) => (): readonly MessageShape[] => ids.map(id => ({ id, role: 'user', content: [] }))
const seen = (history: () => readonly MessageShape[], step: readonly string[] = [], inbox: readonly string[] = []) =>
  ({ history, inbox: () => inbox, step: step.map(id => ({ id, role: 'user', content: [] })) })
const textsOf = (messages: readonly unknown[]): string[] => (messages as MessageShape[]).map(one => one.content[0]?.text ?? '')

describe('notices on a call', () => {
  it('are messages in order, with ids of their own, and are taken once', () => {
    const { delivery, queue, agent } = open('one', 'two')
    const sent = delivery.take(agent, queue, 'call')
    expect([sent.map(one => String(one.id)), textsOf(sent).map(text => text.split('\n')[0])]).toEqual([['m1', 'm2'], ['one', 'two']])
    expect(delivery.take(agent, queue, 'call')).toEqual([])
  })

  it('that the final result does not carry go back to the head of the queue, in order', () => {
    const { delivery, queue, agent, waiting, delivered } = open('one', 'two', 'three')
    const sent = delivery.take(agent, queue, 'call')
    queue.add('g', 'later')
    delivery.settleCall(sent, history('m2', 'foreign')(), queue)
    expect([waiting(), delivered()]).toEqual([['one', 'three', 'later'], 1])
  })

  it('all go back when the result carries no contexts at all', () => {
    const { delivery, queue, agent, waiting } = open('one', 'two')
    delivery.settleCall(delivery.take(agent, queue, 'call'), undefined, queue)
    expect(waiting()).toEqual(['one', 'two'])
  })

  it('go back once, however often that is told', () => {
    const { delivery, queue, agent, waiting, delivered } = open('one')
    const sent = delivery.take(agent, queue, 'call')
    delivery.settleCall(sent, [], queue)
    delivery.settleCall(sent, [], queue)
    delivery.lost('m1', queue)
    expect([waiting(), queue.pending()[0]?.count, delivered()]).toEqual([['one'], 1, 0])
  })

  it('that a step claims arrive with it, and nothing brings them back then', () => {
    const { delivery, queue, agent, waiting } = open('one')
    const sent = delivery.take(agent, queue, 'call')
    delivery.settleCall(sent, history('m1')(), queue)
    delivery.claimed('m1')
    delivery.confirm(agent, seen(history(), ['m1']), queue)
    delivery.confirm(agent, seen(history('m1')), queue)
    delivery.lost('m1', queue)
    delivery.settleCall(sent, [], queue)
    expect(waiting()).toEqual([])
  })

  it('that a rejected step claimed go back', () => {
    const { delivery, queue, agent, waiting } = open('one')
    delivery.settleCall(delivery.take(agent, queue, 'call'), history('m1')(), queue)
    delivery.claimed('m1')
    delivery.confirm(agent, seen(history()), queue)
    expect(waiting()).toEqual(['one'])
  })

  it('are the host\'s as long as its inbox has them, and go back when nobody has', () => {
    const { delivery, queue, agent, waiting } = open('one', 'two')
    delivery.settleCall(delivery.take(agent, queue, 'call'), history('m1', 'm2')(), queue)
    expect(delivery.inInbox(agent)).toEqual(['m1', 'm2'])
    delivery.confirm(agent, seen(history(), [], ['m2']), queue)
    expect([waiting(), delivery.inInbox(agent)]).toEqual([['one'], ['m2']])
  })

  it('that a cancellation discards one by one go back in their order', () => {
    const { delivery, queue, agent, waiting } = open('one', 'two', 'three')
    delivery.settleCall(delivery.take(agent, queue, 'call'), history('m1', 'm2', 'm3')(), queue)
    for (const id of ['m1', 'm2', 'm3']) delivery.lost(id, queue)
    expect(waiting()).toEqual(['one', 'two', 'three'])
  })

  it('are left alone while their call is under way', () => {
    const { delivery, queue, agent, waiting } = open('one')
    delivery.take(agent, queue, 'call')
    delivery.confirm(agent, seen(history()), queue)
    expect([waiting(), delivery.inInbox(agent)]).toEqual([[], []])
    delivery.lost('m1', queue)
    expect(waiting()).toEqual(['one'])
  })
})

describe('notices in a step', () => {
  it('have arrived when the history has them; the others go back', () => {
    const { delivery, queue, agent, waiting, delivered } = open('one', 'two')
    delivery.take(agent, queue, 'step')
    delivery.confirm(agent, seen(history('m2')), queue)
    expect([waiting(), delivered()]).toEqual([['one'], 1])
    delivery.confirm(agent, seen(history()), queue)
    expect(waiting()).toEqual(['one'])
  })

  it('of another agent are left alone', () => {
    const { delivery, queue, agent, waiting } = open('one')
    delivery.take(agent, queue, 'step')
    delivery.confirm(fakeAgent({ sessionId: 's2' }), seen(history()), queue)
    expect(waiting()).toEqual([])
    delivery.confirm(agent, seen(history()), queue)
    expect(waiting()).toEqual(['one'])
  })

  it('do not make the history be read when nothing is open', () => {
    const { delivery, queue, agent } = open()
    delivery.confirm(agent, seen(() => { throw new Error('read') }), queue)
  })
})

describe('messages that are not ours', () => {
  it.each([[undefined], ['foreign']])('are let pass: %s', (id) => {
    const { delivery, queue, waiting } = open()
    delivery.claimed(id)
    delivery.lost(id, queue)
    expect(waiting()).toEqual([])
  })
})

describe('an agent that is gone', () => {
  it('leaves nothing in flight, and only it does; what it has not read waits for its session', () => {
    const { delivery, queue, agent, waiting } = open('one', 'two', 'three')
    const other = fakeAgent({ sessionId: 's2' })
    delivery.take(agent, queue, 'step')
    const foreign = createNoticeQueue(createCounters(), () => undefined)
    foreign.add('g', 'theirs')
    delivery.take(other, foreign, 'call')
    delivery.forget(agent, { history: history('m1'), inbox: () => ['m3'] }, queue)
    expect(waiting()).toEqual(['two'])
    for (const id of ['m1', 'm2', 'm3']) delivery.lost(id, queue)
    expect(waiting()).toEqual(['two'])
    delivery.lost('m4', foreign)
    expect(foreign.pending().map(one => one.text)).toEqual(['theirs'])
  })
})
