/**
 * Calls of one session at once on the real host: judged side by side, and the scratch of their guards
 * stays right. The agent loop itself asks about calls one after the other; these come from a plugin.
 */
import { describe, expect, it } from 'vitest'
import { guardedHost } from '../support/host/guarded-host.ts'
import { say } from '../support/model/model-reply.ts'

const CALLS = Array.from({ length: 50 }, (_, index) => index)

/** Counts in both stores, with work between reading and writing. */
const counts = (point: string): object => ({
  name: `counts-${point}`, trigger: point, tools: ['work'],
  scriptBody: `const { loopValues, sessionValues } = vance.guard
for (const store of [loopValues, sessionValues]) {
  const before = store.get('n') ?? 0
  for (let spin = 0; spin < 20000; spin++);
  store.set('n', before + 1)
}`,
})
const tells = { name: 'tells', trigger: 'command', tools: ['ask'], scriptBody: 'vance.guard.deny(JSON.stringify([vance.guard.loopValues.get(), vance.guard.sessionValues.get()]))' }

describe('calls at once', () => {
  it('whose guards read and write the scratch count each of them', async () => {
    const host = await guardedHost([counts('command'), counts('result'), tells])
    for (const name of ['work', 'ask']) host.tool(name, () => 'done')
    const agent = await host.createAgent()
    const child = await host.createAgent({ parent: agent })
    const results = await Promise.all(CALLS.map(number => host.execute({ name: 'work', agent: number % 5 === 0 ? child : agent })))
    expect(results.filter(result => result.isError)).toEqual([])
    const told = async (one: typeof agent): Promise<unknown> => {
      const result = await host.execute({ name: 'ask', agent: one })
      return result.isError ? JSON.parse(result.error.message.split('\n')[0] ?? '') as unknown : null
    }
    expect([await told(agent), await told(child)]).toEqual([[{ n: 80 }, { n: 100 }], [{ n: 20 }, { n: 100 }]])
  })

  it('ask their judges at the same time', async () => {
    let asked = 0
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => { release = resolve })
    const host = await guardedHost([{ name: 'judged', trigger: 'command', tools: ['work'], scriptBody: "if (vance.llm.call('command-guard', 'Is it fine?') !== 'fine') vance.guard.deny('no')" }], {
      config: { llm: { provider: 'scripted', model: 'judge' } },
      aside: (request) => {
        if ((request.tools ?? []).length > 0) return null
        return { ...say('fine'), hold: { arrive: () => { asked += 1 }, released } } as ReturnType<typeof say>
      },
    })
    host.tool('work', () => 'done')
    const agent = await host.createAgent()
    const working = Promise.all(CALLS.slice(0, 8).map(() => host.execute({ name: 'work', agent })))
    await expect.poll(() => asked, { timeout: 20_000 }).toBeGreaterThan(1)
    release()
    expect((await working).map(result => result.isError)).toEqual(Array.from({ length: 8 }, () => false))
  })
})
