/**
 * Many sessions at once, some of whose guards loop, fill memory or wait for a slow judge: every call of
 * the others gets its own verdict. The full size, with times, is `npm run load`.
 */
import { describe, expect, it, onTestFinished } from 'vitest'
import { watchMeters } from '../load/meters.ts'
import { behave, misbehave, MOST_PROCESSES, openLoadedHost, turn, type Harm } from '../load/sessions.ts'

const HARMS: readonly Harm[] = ['regex', 'steps', 'memory', 'judge', 'throw']

describe('sessions at once', () => {
  it('are judged right, whatever the guards of some of them do', async () => {
    const loaded = await openLoadedHost({ timeoutMs: 15_000 })
    onTestFinished(() => loaded.host.dispose())
    const good = await Promise.all(Array.from({ length: 40 }, (_, at) => loaded.host.createAgent({ sessionId: `good-${at}` })))
    const bad = await Promise.all(Array.from({ length: 10 }, (_, at) => loaded.host.createAgent({ sessionId: `bad-${at}` })))
    await Promise.all(good.map(agent => turn(loaded, agent)))

    const watch = watchMeters(100)
    const over = { done: false }
    const harming = bad.map((agent, at) => misbehave(loaded, agent, HARMS[at % HARMS.length] ?? 'throw', over))
    const calls = await Promise.all(good.map((agent, at) => behave(loaded, agent, { calls: 40, pauseMs: 200, seed: at + 1 })))
    over.done = true
    await Promise.all(harming)
    await Promise.all(good.map(agent => turn(loaded, agent)))

    expect(loaded.wrong).toEqual([])
    expect(calls.flat()).toHaveLength(1600)
    expect([...loaded.refusals.keys()].map(what => what.split(':')[0])).toEqual(expect.arrayContaining([...HARMS]))
    expect(watch.stop().children).toBeLessThanOrEqual(MOST_PROCESSES)
  })
})
