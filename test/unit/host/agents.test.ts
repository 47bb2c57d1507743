import { describe, expect, it } from 'vitest'
import { createAgentBook } from '../../../src/host/agents.ts'
import { createSessionRegistry } from '../../../src/state/per-session.ts'
import { fakeAgent } from '../../support/host/fake-agent.ts'

const open = () => {
  const registry = createSessionRegistry(4)
  return { registry, book: createAgentBook(registry) }
}
const child = (id: string, parent: string) => fakeAgent({ sessionId: id, header: { cwd: '/w', origin: 'subagent', parentSession: parent } })

describe('the agents that were met', () => {
  it('have one identity from then on, and make their session live', () => {
    const { book, registry } = open()
    const agent = fakeAgent({ sessionId: 's1' })
    expect(book.see(agent)).toBe(book.see(agent))
    expect([book.byId('s1'), book.byId('s2'), registry.liveCount()]).toEqual([agent, undefined, 1])
  })

  it('are forgotten once, and their session may leave', () => {
    const { book, registry } = open()
    const agent = fakeAgent({ sessionId: 's1' })
    book.see(agent)
    book.forget(agent)
    book.forget(agent)
    book.forget(fakeAgent({ sessionId: 'never seen' }))
    expect([book.byId('s1'), registry.liveCount()]).toEqual([undefined, 0])
  })

  it('do not become live again through what they left under way', () => {
    const { book, registry } = open()
    const agent = fakeAgent({ sessionId: 's1' })
    const other = fakeAgent({ sessionId: 's2' })
    book.see(agent)
    book.forget(agent)
    book.forget(other)
    expect([book.see(agent).sessionId, book.see(other).sessionId]).toEqual(['s1', 's2'])
    expect([book.byId('s1'), book.byId('s2'), registry.liveCount()]).toEqual([undefined, undefined, 0])
  })

  it('of one session may follow each other before the earlier one is gone', () => {
    const { book, registry } = open()
    const before = fakeAgent({ sessionId: 's1' })
    const after = fakeAgent({ sessionId: 's1' })
    book.see(before)
    book.see(after)
    book.forget(before)
    expect([book.byId('s1'), registry.liveCount()]).toEqual([after, 1])
    book.forget(after)
    expect([book.byId('s1'), registry.liveCount()]).toEqual([undefined, 0])
  })

  it('have the root of the whole chain, also below one that is gone', () => {
    const { book } = open()
    book.see(fakeAgent({ sessionId: 'top' }))
    const middle = child('middle', 'top')
    expect(book.see(middle).rootSessionId).toBe('top')
    book.forget(middle)
    expect(book.see(child('bottom', 'middle')).rootSessionId).toBe('top')
  })

  it('do not include calls without an agent, which are nobody\'s and their own root', () => {
    const { book, registry } = open()
    expect(book.nobody('call-1')).toEqual({ sessionId: 'call-1', agentId: 'call-1', rootSessionId: 'call-1', cwd: process.cwd(), isSubagent: false })
    expect(registry.liveCount()).toBe(0)
  })
})
