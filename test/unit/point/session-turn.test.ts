/** Access to the values that a session and its subagents share. */
import { describe, expect, it } from 'vitest'
import { createSessionTurns } from '../../../src/point/session-turn.ts'

const GET = 'scratch.session.get'
const alive = (): AbortSignal => new AbortController().signal

describe('the turn of a run', () => {
  it('keeps reading and writing together: a second run waits until the first is over', async () => {
    const turns = createSessionTurns()
    const [first, second] = [turns('root'), turns('root')]
    const order: string[] = []
    await first.before(GET, alive())
    const waiting = second.before(GET, alive()).then(() => { order.push('second') })
    await first.before('scratch.session.set', alive())
    order.push('first has written')
    first.end()
    await waiting
    expect(order).toEqual(['first has written', 'second'])
  })

  it('does not keep another session waiting, and none that uses no shared values', async () => {
    const turns = createSessionTurns()
    await turns('root').before(GET, alive())
    await turns('other').before(GET, alive())
    await turns('root').before('llm.call', alive())
  })

  it('ends before the run waits for something else, and begins again afterwards', async () => {
    const turns = createSessionTurns()
    const [first, second] = [turns('root'), turns('root')]
    await first.before(GET, alive())
    await first.before('scratch.loop.fetch', alive())
    let reached = false
    const waiting = second.before(GET, alive()).then(() => { reached = true })
    await Promise.resolve()
    expect(reached).toBe(false)
    await first.before('tools.call', alive())
    await waiting
    second.end()
    await first.before(GET, alive())
  })

  it('leaves the queue when its run is over, and lets those behind it pass', async () => {
    const turns = createSessionTurns()
    const [first, second, third] = [turns('root'), turns('root'), turns('root')]
    await first.before(GET, alive())
    const ended = new AbortController()
    const waiting = second.before(GET, ended.signal)
    const behind = third.before(GET, alive())
    ended.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'CANCELLED' })
    first.end()
    first.end()
    await behind
  })
})
