/** Access to the scratch of a session, and to what it shares with its subagents. */
import { describe, expect, it } from 'vitest'
import { createSessionTurns } from '../../../src/point/session-turn.ts'

const GET = 'scratch.session.get'
const alive = (): AbortSignal => new AbortController().signal

/** A run of a subagent below the session "root", or of another one. */
const of = (root: string, session = root) => ({ sessionId: session, rootSessionId: root })

describe('the turn of a run', () => {
  it('keeps reading and writing together: a second run waits until the first is over', async () => {
    const turns = createSessionTurns()
    const [first, second] = [turns(of('root')), turns(of('root', 'child'))]
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
    await turns(of('root')).before(GET, alive())
    await turns(of('other')).before(GET, alive())
    await turns(of('root')).before('llm.call', alive())
  })

  it('ends before the run waits for something else, and begins again afterwards', async () => {
    const turns = createSessionTurns()
    const [first, second] = [turns(of('root')), turns(of('root', 'child'))]
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
    const [first, second, third] = [turns(of('root')), turns(of('root', 'child')), turns(of('root', 'third'))]
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

  it('keeps the loop values of a session for one run until that ends, whatever it waits for meanwhile', async () => {
    const turns = createSessionTurns()
    const [first, second, child] = [turns(of('root')), turns(of('root')), turns(of('root', 'child'))]
    await first.before('scratch.loop.fetch', alive())
    await child.before('scratch.loop.fetch', alive())
    let reached = false
    const waiting = second.before('scratch.loop.fetch', alive()).then(() => { reached = true })
    await first.before('llm.call', alive())
    await new Promise((resolve) => { setImmediate(resolve) })
    expect(reached).toBe(false)
    first.end()
    await waiting
  })

  it('is never waited for by a run that the other one waits for', async () => {
    const turns = createSessionTurns()
    const order: string[] = []
    const use = async (name: string, methods: readonly string[], session: string): Promise<void> => {
      const turn = turns(of('root', session))
      for (const method of methods) {
        await turn.before(method, alive())
        await new Promise((resolve) => { setImmediate(resolve) })
      }
      turn.end()
      order.push(name)
    }
    const [loop, shared] = ['scratch.loop.fetch', GET]
    await Promise.all([
      use('a', [loop, shared], 'root'), use('b', [shared, loop], 'root'), use('c', [shared, 'llm.call', loop, shared], 'child'), use('d', [loop, 'tools.call', shared], 'child'),
    ])
    expect([...order].sort()).toEqual(['a', 'b', 'c', 'd'])
  })
})
