/** What a subagent's guards decided, on the real host: found from the session that started it, in the status and in the audit. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { guardedHost } from '../support/host/guarded-host.ts'

describe('a decision in a subagent', () => {
  it('carries who started it, and the one at the top finds it', async () => {
    const host = await guardedHost([{ name: 'no', trigger: 'command', tools: ['work'], scriptBody: "vance.guard.deny('not here')" }], { config: { audit: true } })
    host.tool('work', () => 'ran')
    const top = await host.createAgent({ sessionId: 'top' })
    const child = await host.createAgent({ sessionId: 'child', parent: top })
    const grandchild = await host.createAgent({ sessionId: 'grandchild', parent: child })
    const stranger = await host.createAgent({ sessionId: 'stranger' })
    await host.execute({ name: 'work', agent: child })
    await host.execute({ name: 'work', agent: grandchild })
    await host.execute({ name: 'work', agent: top })
    expect(host.decisions.map(one => [one.sessionId, one.parentSessionId, one.rootSessionId])).toEqual([
      ['child', 'top', 'top'], ['grandchild', 'child', 'top'], ['top', undefined, undefined],
    ])
    const recent = async (agent: typeof top): Promise<number> => (JSON.stringify(await host.execute({ name: 'guard_status', args: { action: 'recent' }, agent })).match(/no command work: denied/g) ?? []).length
    expect([await recent(top), await recent(child), await recent(grandchild), await recent(stranger)]).toEqual([3, 2, 1, 0])
    const audit = (): readonly string[] => readFileSync(join(host.home, 'shooty', 'audit.jsonl'), 'utf8').trim().split('\n')
    await expect.poll(() => audit().length, { timeout: 10_000 }).toBe(3)
    expect(audit()[1]).toContain('"session":"grandchild","parent":"child","root":"top"')
    expect(audit()[2]).not.toContain('parent')
  })
})
