import { describe, expect, it } from 'vitest'
import { triedCall } from '../../../src/surface/guard-try.ts'
import type { GuardAction, JudgeContext, PointInput } from '../../../src/types.ts'
import { commandWorld, fakeGate } from '../../support/session/guard-command.ts'
import { session, verdict } from '../../support/session/states.ts'

const TOOLS = ['bash', 'write', 'skill']

function gate(name: string, ...actions: readonly GuardAction[]) {
  const seen: { readonly input: PointInput, readonly run: JudgeContext }[] = []
  return {
    ...fakeGate(name, {
      judge(input, run) {
        seen.push({ input, run })
        return Promise.resolve(verdict({ actions }))
      },
    }),
    seen,
  }
}

describe('/guard try', () => {
  it('says who would refuse, what each one makes of it, and what the model would read', async () => {
    const world = commandWorld({ gates: [gate('calm'), gate('strict', { kind: 'deny', reason: 'not on a Friday' }), gate('behind')] })
    expect(await world.say('try git push')).toEqual({
      ok: true,
      text: [
        'Would be refused by strict',
        'what each one makes of it (bash; it was not run, and nothing of this is counted):',
        '  ✓ calm: passed', '  ✗ strict: denied: not on a Friday', '  ✓ behind: passed',
        'the model would read:', '  not on a Friday', '/guard off strict switches it off for this session',
      ].join('\n'),
    })
  })

  it('judges as an observer, records nothing, queues nothing, and asks everyone once', async () => {
    const gates = [gate('talks', { kind: 'notice', text: 'mind the gap' }), gate('refuses', { kind: 'deny', reason: 'no' }), gate('asks', { kind: 'ask', reason: 'sure?' })]
    const world = commandWorld({ gates, tools: TOOLS })
    const { text } = await world.say('try write {"file_path":"a.txt"}')
    expect(text).toContain('talks would tell the model: mind the gap')
    expect(text).toContain('? asks: asked')
    expect(gates.map(one => one.seen.map(({ run }) => [run.mode, run.trial]))).toEqual([[['observe', true]], [['observe', true]], [['observe', true]]])
    expect(gates[0]?.seen[0]?.input.command).toMatchObject({ name: 'write', args: { file_path: 'a.txt' } })
    expect([world.records(), world.states.of(session()).notices.pending(), world.changes()]).toEqual([0, [], 0])
  })

  it('goes by what the human has switched', async () => {
    const world = commandWorld({ gates: [gate('strict', { kind: 'deny', reason: 'no' })] })
    await world.say('observe strict')
    expect((await world.say('try ls')).text).toMatch(/^Would run\n[^]*✓ strict: observed, would be denied: no$/)
    await world.say('off strict')
    expect((await world.say('try ls')).text).toBe('Would run\n  no gate and no guard that is on looks at a call of bash')
    await world.say('on strict')
    expect((await world.say('try ls')).text).toMatch(/^Would be refused by strict\n/)
  })

  it('tells of a question as one', async () => {
    const { text } = await commandWorld({ gates: [gate('asks', { kind: 'ask', reason: 'sure?' })] }).say('try ls')
    expect(text).toMatch(/^Would be asked about by asks\n[^]*whoever is asked would read:\n {2}.*sure\?/)
  })

  it.each([
    ['git push', [], 'bash', { command: 'git push' }],
    ['dir', ['pwsh', 'read'], 'pwsh', { command: 'dir' }],
    ['write {"file_path":"a"}', TOOLS, 'write', { file_path: 'a' }],
    ['mcp__x.y {"a":[1]}', TOOLS, 'mcp__x.y', { a: [1] }],
    ['bash {"command":"ls"}', TOOLS, 'bash', { command: 'ls' }],
    ['bash -c "ls"', TOOLS, 'bash', { command: 'bash -c "ls"' }],
    ['awk {print}', TOOLS, 'bash', { command: 'awk {print}' }],
  ] as const)('reads %j as a call', (line, tools, name, args) => {
    expect(triedCall(line, tools)).toEqual({ name, args })
  })

  it.each([
    ['', 'try takes a command'], ['write {"a":', 'the arguments of write are not JSON'], ['write {"a":1} x', 'the arguments of write are not JSON'], ['write a.txt', 'write is a tool: its arguments are given as JSON'],
  ])('says what is wrong with %j', async (line, words) => {
    const { ok, text } = await commandWorld({ tools: TOOLS, gates: [gate('g')] }).say(`try ${line}`)
    expect([ok, text]).toEqual([false, expect.stringContaining(words)])
  })
})
