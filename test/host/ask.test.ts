/**
 * `ask` on the real host: who is asked reads every question, the model reads what became of it, and the
 * record says how it ended; with a human, without one, and under a permission mode that answers itself.
 */
import { readdirSync } from 'node:fs'
import type { Agent } from '@deepseek-ai/dsh-agent'
import { describe, expect, it } from 'vitest'
import { guardedHost, ownWords } from '../support/host/guarded-host.ts'
import type { GuardedHost } from '../support/host/guarded-host.ts'
import { importHostPackage } from '../support/host/mount.ts'
import { testWorld } from '../support/host/test-world.ts'
import { importableHost, readInstalled } from '../support/install/installed.ts'
import { bash, call, say } from '../support/model/model-reply.ts'
import { lastToolResult } from '../support/model/model-server.ts'

const asks = { name: 'careful', trigger: 'command', tools: ['work'], scriptBody: "vance.guard.ask('is this meant?')" }

/** A host with the approval service of the profiles; `answer` is what the human says, null: there is nobody. */
async function withApproval(policy: 'ask' | 'never', answer: string | null, guard: readonly object[] = [asks], spoil: (host: GuardedHost) => void = () => undefined) {
  const host = await guardedHost(guard, { script: [call('work', {}), say('over')] })
  const approval = await importHostPackage(importableHost(readInstalled()), '@deepseek-ai/dsh-user-approval')
  await host.mount(approval.default as object, { policy })
  const questions: string[] = []
  if (answer !== null) {
    await host.mount({
      name: 'human',
      apply: (ctx: { on(name: string, listener: (request: { readonly reason?: string }) => Promise<string>): void }) => {
        ctx.on('approval/request', async ({ reason }) => { questions.push(reason ?? ''); return answer })
      },
    })
  }
  spoil(host)
  let ran = 0
  host.tool('work', () => { ran += 1; return 'done' })
  const agent: Agent = await host.createAgent()
  await host.prompt(agent, 'go')
  const results = JSON.stringify(host.requests[1]?.messages)
  return { host, questions, ran, results, words: ownWords(host.requests[1]), ended: host.decisions.filter(one => one.outcome !== 'passed').map(one => [one.guard, one.outcome, one.ended]) }
}

describe('a question to a human', () => {
  it('lets the call run when the answer is yes, and says so in the record', async () => {
    const seen = await withApproval('ask', 'allowed-once')
    expect(seen).toMatchObject({ questions: ['Guard "careful" asks: is this meant?'], ran: 1, words: [], ended: [['careful', 'asked', 'approved']] })
  })

  it('refuses the call when the answer is no, with the guard\'s reason', async () => {
    const seen = await withApproval('ask', 'rejected')
    expect(seen).toMatchObject({ ran: 0, ended: [['careful', 'asked', 'rejected']] })
    for (const part of ['the human was asked about this call and said no', 'is this meant?', 'careful']) expect(seen.results).toContain(part)
  })

  it('holds the questions of every guard and of other plugins', async () => {
    const other = { name: 'wary', trigger: 'command', scriptBody: "vance.guard.ask('and this?')" }
    const seen = await withApproval('ask', 'allowed-once', [asks, other], (host) => {
      host.ctx.on('tools/pre-execute', async () => ({ kind: 'ask' as const, reason: 'theirs?' }))
    })
    expect(seen.questions).toEqual(['Guard "careful" asks: is this meant?\n\nGuard "wary" asks: and this?\n\nAnother plugin asks: theirs?'])
    expect(seen.ended).toEqual([['careful', 'asked', 'approved'], ['wary', 'asked', 'approved']])
  })

  it('is not put when another plugin refuses', async () => {
    const seen = await withApproval('ask', 'allowed-once', [asks], (host) => { host.ctx.on('tools/pre-execute', async () => ({ kind: 'deny' as const, reason: 'theirs: no' })) })
    expect(seen).toMatchObject({ questions: [], ran: 0, ended: [['careful', 'asked', 'overruled']] })
    expect(seen.results).toContain('theirs: no')
  })
})

describe('a question that reaches no human', () => {
  it('is told with its reason where nobody answers', async () => {
    const seen = await withApproval('ask', null)
    expect(seen).toMatchObject({ ran: 0, ended: [['careful', 'asked', 'nobody']] })
    for (const part of ['nobody could be asked', 'is this meant?', 'careful']) expect(seen.results).toContain(part)
  })

  it('says that the permission mode refused by itself', async () => {
    const seen = await withApproval('never', 'allowed-once')
    expect(seen).toMatchObject({ questions: [], ran: 0, ended: [['careful', 'asked', 'auto-rejected']] })
    for (const part of ['permission mode', 'no human has seen it', 'is this meant?']) expect(seen.results).toContain(part)
  })

  it('says that the permission mode approved by itself, on that very call', async () => {
    // A newer host's mode answers in the service, before anybody is asked.
    const seen = await withApproval('ask', null, [asks], (host) => {
      Object.assign(host.ctx.get('approval') as object, { request: async () => 'allowed-once' })
    })
    expect(seen).toMatchObject({ ran: 1, ended: [['careful', 'asked', 'auto-approved']] })
    expect(seen.words).toEqual([expect.stringMatching(/permission mode[^]*no human has looked at it[^]*careful[^]*is this meant\?/)])
  })

  it('of a call without an agent is refused with its reason', async () => {
    const host = await guardedHost([asks])
    host.tool('work', () => 'done')
    expect(JSON.stringify(await host.execute({ name: 'work' }))).toMatch(/nobody could be asked[^]*is this meant\?/)
    expect(host.decisions.map(one => [one.outcome, one.ended])).toEqual([['asked', 'nobody']])
  })

  it('is told in the headless profile, and the audit has how it ended', async () => {
    const world = await testWorld({ script: [bash('touch one'), call('guard_status', { action: 'recent' }), say('over')], config: { guard: [{ name: 'careful', scriptBody: "vance.guard.ask('really?')", trigger: 'command' }] } })
    const { requests } = await world.run()
    expect(readdirSync(world.workspace)).toEqual([])
    expect(lastToolResult(requests[1])).toMatch(/nobody could be asked[^]*careful[^]*really\?/)
    expect(lastToolResult(requests[2])).toContain('asked (nobody)')
  })
})
