import { createWriteStream, readdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { cliWorld } from '../support/cli/run-cli.ts'
import type { CliWorld } from '../support/cli/run-cli.ts'

interface Event { readonly type: string, readonly data: object }

const user = (text: string): Event => ({ type: 'user/message', data: { content: [{ type: 'text', text }], source: { kind: 'user' }, role: 'user' } })
const notice = (text: string): Event => ({ type: 'user/message', data: { content: [{ type: 'text', text }], source: { kind: 'shooty' }, role: 'user' } })
const called = (id: string, command: string): Event => ({ type: 'tool/call', data: { callId: id, name: 'bash', arguments: JSON.stringify({ command }) } })
const oldResult = (id: string, text: string): Event => ({ type: 'tool/result', data: { message: { role: 'user', content: [{ type: 'tool-result', toolCallId: id, content: [{ type: 'text', text }], isError: false }] } } })
const newResult = (id: string, text: string): Event => ({ type: 'tool/result', data: { message: { role: 'tool', toolCallId: id, isError: false, content: [{ type: 'text', text }] } } })
const said = (text: string): Event => ({ type: 'assistant/message', data: { message: { role: 'assistant', content: [{ type: 'text', text }] } } })
const ended: Event = { type: 'turn/end', data: { reason: { kind: 'completed' } } }

async function log(world: CliWorld, id: string, events: Iterable<Event | string>): Promise<void> {
  const folder = join(world.home, 'sessions', 'w', id)
  await mkdir(folder, { recursive: true })
  const file = createWriteStream(join(folder, 'session.jsonl'))
  file.write(`${JSON.stringify({ type: 'session', version: 0, id, cwd: world.folder })}\n`)
  let seq = 0
  for (const event of events) {
    if (!file.write(`${typeof event === 'string' ? event : JSON.stringify({ ...event, seq: seq++ })}\n`)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'close')
}

const GUARDS = `- id: shooty
  config:
    destructive: { action: off }
    guard:
      - { name: no-push, trigger: command, scriptBody: "if (vance.guard.command.shell?.commands.some(c => c.program === 'git' && c.args[0] === 'push')) vance.guard.deny('no push')" }
      - { script: dev-done.js, trigger: stop }
      - { name: judged, trigger: command, tools: [never], scriptBody: "vance.llm.call('command-guard', 'x')" }
`

describe('replay', () => {
  it('tells what the guards of now would refuse and send back, with the place of the first', async () => {
    const world = await cliWorld()
    await world.profile('p', GUARDS)
    await log(world, 'one', [user('go'), called('1', 'git push'), oldResult('1', 'ok'), called('2', 'echo 1 > a.txt'), oldResult('2', ''), said('Done.'), ended])
    await log(world, 'two', [user('go'), called('1', "bash -c 'git push token=abcdef123456'"), newResult('1', 'ok'), notice('x'), said('Done.'), ended])
    const { code, out } = await world.run('replay', '--profile', 'p')
    expect(code).toBe(0)
    expect(out).toContain('3 calls and 2 ends of turns in 2 sessions')
    expect(out).toMatch(/2 × no-push: no push\n {6}bash: git push {2}\(first in one, event 1\)/)
    expect(out).toMatch(/1 × dev-done: You are about to stop/)
    const { guards, frequent } = await world.json('replay', '--profile', 'p', 'two') as { guards: Record<string, object>, frequent: { example: string }[] }
    expect(guards['no-push']).toEqual({ denied: 1 })
    expect(JSON.stringify(frequent)).not.toContain('abcdef123456')
  })

  it('shows two versions of a guard side by side', async () => {
    const world = await cliWorld()
    await log(world, 'one', [user('go'), called('1', 'git push'), oldResult('1', ''), called('2', 'git status'), oldResult('2', '')])
    await world.write({
      'old.js': "if (/git/.test(vance.guard.command.args.command)) vance.guard.deny('old')\n",
      'new.js': "if (vance.guard.command.shell?.commands.some(c => c.args[0] === 'push')) vance.guard.deny('new')\n",
    })
    const { differences } = await world.json('replay', '--guard', 'old.js', '--guard', 'new.js') as { differences: { total: number, first: { call: string, outcomes: object }[] } }
    expect(differences).toMatchObject({ total: 1, first: [{ call: 'bash: git status', outcomes: { old: 'denied', new: 'passed' } }] })
  })

  it('asks no model, runs no tool, changes no file, and says what it passed over', async () => {
    const world = await cliWorld()
    await world.profile('p', `- id: shooty\n  config:\n    guard:\n      - { name: asks, trigger: command, scriptBody: "vance.llm.call('command-guard', 'x')" }\n      - { name: writes, trigger: stop, allowTools: true, scriptBody: "vance.documents.write('x.txt', 'y')" }\n`)
    await log(world, 'one', ['{broken', user('go'), called('1', 'touch made.txt'), said('x'), ended])
    const { skipped, guards } = await world.json('replay', '--profile', 'p') as { skipped: number, guards: Record<string, object> }
    expect(skipped).toBe(1)
    expect([guards['asks'], guards['writes']]).toEqual([{ script_error: 1 }, { script_error: 1 }])
    expect((await world.run('explain', 'ls made.txt x.txt')).code).toBe(0)
    expect(readdirSync(world.folder)).toEqual([])
  })

  it.each([[['none']], [[]]])('says so when there is nothing to replay (%j)', async (args) => {
    const world = await cliWorld()
    const { code, err } = await world.run('replay', ...args)
    expect([code, err]).toEqual([2, expect.stringContaining('no session logs')])
  })
})
