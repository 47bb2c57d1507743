/**
 * COMMAND beside another plugin that allows without asking on, denies, answers something unknown, or
 * throws: before and after Shooty, prepended and not. What a guard refuses never runs, and what
 * another plugin refuses stays refused.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bash, say } from '../support/model/model-reply.ts'
import { lastToolResult } from '../support/model/model-server.ts'
import { listenerSource } from '../support/host/probe-plugin.ts'
import { testHost, testWorld } from '../support/host/test-world.ts'

type Next = () => Promise<unknown>

/** What the other plugin's listener does, and whether a call that no guard minds runs with it. */
const OTHERS: readonly { readonly does: string, readonly answer: (next: Next) => unknown, readonly runs: 'yes' | 'no' | 'unless it hides us' }[] = [
  { does: 'allows without asking on', answer: () => ({ kind: 'allow' }), runs: 'unless it hides us' },
  { does: 'allows by asking on', answer: next => next(), runs: 'yes' },
  { does: 'denies', answer: () => ({ kind: 'deny', reason: 'the other says no' }), runs: 'no' },
  { does: 'denies without a reason', answer: () => ({ kind: 'deny' }), runs: 'no' },
  { does: 'answers with an unknown kind', answer: () => ({ kind: 'perhaps' }), runs: 'no' },
  { does: 'throws', answer: () => { throw new Error('the other broke') }, runs: 'no' },
  { does: 'answers nothing', answer: () => undefined, runs: 'no' },
]

const guard = { name: 'no-bad', scriptBody: "if (vance.guard.command.args.what === 'bad') vance.guard.deny('bad is refused')", trigger: 'command' }

const ORDERS = [
  { order: 'before, appended', first: true, prepend: false },
  { order: 'before, prepended', first: true, prepend: true },
  { order: 'after, appended', first: false, prepend: false },
  { order: 'after, prepended', first: false, prepend: true },
] as const

const CASES = OTHERS.flatMap(other => ORDERS.map(order => ({ ...other, ...order })))

/** Prepended after us, the other plugin is outermost and may keep us from being asked. */
function isOutermost(order: { readonly first: boolean, readonly prepend: boolean }): boolean {
  return !order.first && order.prepend
}

describe('in the real pipeline', () => {
  it.each(CASES)('a plugin that $does ($order) runs nothing that a guard refuses', async ({ answer, runs, first, prepend }) => {
    const host = await testHost()
    const ran: unknown[] = []
    host.tool('work', (args) => { ran.push((args as { what: string }).what); return 'done' })
    type Listen = (name: string, listener: (payload: unknown, next: Next) => Promise<unknown>, options: object) => void
    const other = { name: 'other', inject: ['tools'], apply: (ctx: { on: Listen }) => { ctx.on('tools/pre-execute', async (_payload, next) => answer(next), { prepend }) } }
    if (first) await host.mount(other)
    await host.mountShooty({ guard: [guard] })
    if (!first) await host.mount(other)

    const bad = await host.execute({ name: 'work', args: { what: 'bad' } })
    const good = await host.execute({ name: 'work', args: { what: 'good' } })
    expect(bad.isError).toBe(true)
    expect(ran).not.toContain('bad')
    const hidden = isOutermost({ first, prepend })
    if (runs === 'yes' || (runs === 'unless it hides us' && !hidden)) expect(good).toMatchObject({ isError: false, value: 'done' })
    if (runs === 'no') expect(good.isError).toBe(true)
    // Hidden by an early allow, we cannot judge: the backstop refuses and says what to do.
    if (runs === 'unless it hides us' && hidden) expect(good).toMatchObject({ isError: true, error: { message: expect.stringContaining('another plugin answered first') } })
  })
})

describe('on the real host', () => {
  it.each([
    { does: 'allows early', body: "return { kind: 'allow' }", place: 'before', prepend: false, expected: /bad is refused/, runs: true },
    { does: 'allows early', body: "return { kind: 'allow' }", place: 'after', prepend: true, expected: /another plugin answered first/, runs: false },
    { does: 'denies', body: "return { kind: 'deny', reason: 'the other says no' }", place: 'after', prepend: true, expected: /the other says no/, runs: false },
    { does: 'denies without a reason', body: "return { kind: 'deny' }", place: 'after', prepend: true, expected: /another plugin answered first/, runs: false },
    { does: 'throws', body: "throw new Error('the other broke')", place: 'before', prepend: false, expected: /bad is refused/, runs: false },
    { does: 'throws', body: "throw new Error('the other broke')", place: 'after', prepend: true, expected: /the other broke/, runs: false },
  ] as const)('a plugin that $does, $place ours, prepended: $prepend', async ({ body, place, prepend, expected, runs }) => {
    const world = await testWorld({
      script: [bash('touch bad'), bash('touch good'), say('over')],
      config: { guard: [{ ...guard, scriptBody: "if (vance.guard.command.args.command.includes('bad')) vance.guard.deny('bad is refused')" }] },
      // Rows mount at the same time; only a wait for our service puts the other plugin after us for sure.
      probes: [{ name: 'other', source: listenerSource('tools/pre-execute', body, { prepend, after: place === 'after' ? ['shooty'] : [] }) }],
    })
    const run = await world.run()
    expect(run).toMatchObject({ code: 0, stdout: 'over\n' })
    expect(existsSync(join(world.workspace, 'bad'))).toBe(false)
    expect(existsSync(join(world.workspace, 'good'))).toBe(runs)
    expect(lastToolResult(run.requests[1])).toMatch(expected)
  })
})
