/**
 * What stays of decisions, and what Shooty says about itself: the audit file, the event and the service
 * for other plugins, the line at load, and a disk that fails or lies.
 */
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { GATES_OFF } from '../support/host/guarded-host.ts'
import { bash, call, say } from '../support/model/model-reply.ts'
import { lastToolResult, userTexts } from '../support/model/model-server.ts'
import { testHost, testWeb, testWorld } from '../support/host/test-world.ts'
import type { DecisionRecord } from '../../src/types.ts'
import type { ShootyService } from '../../src/host/service.ts'

const CONTRIBUTOR = new URL('../fixtures/plugins/guard-contributor/index.mjs', import.meta.url).href
const SECRET = 'sk-abcdefghijklmnopqrstuvwxyz0123456789'
const LINE_KEYS = ['time', 'session', 'guard', 'hash', 'point', 'tool', 'outcome', 'reason', 'ms']

function auditOf(home: string): readonly Readonly<Record<string, unknown>>[] {
  return readFileSync(join(home, 'shooty', 'audit.jsonl'), 'utf8').trimEnd().split('\n').map(line => JSON.parse(line) as Record<string, unknown>)
}

describe('the audit file', () => {
  it('has a line for each decision that changed or would have changed something and each fault, without arguments or contents', async () => {
    const world = await testWorld({
      files: { 'private.txt': 'content-of-the-file' },
      config: { guard: [
        { name: 'no-delete', trigger: 'command', tools: ['bash'], scriptBody: `if (/rm/.test(vance.guard.command.args.command)) vance.guard.deny('no: key ${SECRET}')` },
        { name: 'watching', trigger: 'command', tools: ['bash'], mode: 'observe', scriptBody: "vance.guard.deny('would not')" },
        { name: 'faulty', trigger: 'result', tools: ['read'], scriptBody: "throw new Error('broken on ' + vance.guard.command.name)" },
      ] },
      script: [bash('rm argument-of-the-call'), bash('echo argument-of-the-call'), call('read', { file_path: 'private.txt' }), say('over')],
    })
    expect(await world.run()).toMatchObject({ code: 0, stdout: 'over\n' })
    const file = join(world.home.dir, 'shooty', 'audit.jsonl')
    const lines = auditOf(world.home.dir)
    expect(lines.map(line => [line.guard, line.point, line.tool, line.outcome, line.wouldBe ?? line.fault ?? null])).toEqual([
      ['no-delete', 'command', 'bash', 'denied', null],
      ['watching', 'command', 'bash', 'observed', 'denied'],
      ['faulty', 'result', 'read', 'script_error', 'script_threw'],
    ])
    for (const line of lines) expect(Object.keys(line).filter(key => key !== 'wouldBe' && key !== 'fault')).toEqual(LINE_KEYS)
    const text = readFileSync(file, 'utf8')
    for (const word of ['argument-of-the-call', 'content-of-the-file', SECRET]) expect(text).not.toContain(word)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })
})

describe('another plugin', () => {
  it('registers a guard, hears its decisions, sees the status, and takes the guard away again', async () => {
    const host = await testHost()
    host.tool('bash', () => 'ran')
    await host.mountShooty({ ...GATES_OFF, audit: false })
    const contributor = await import(/* @vite-ignore */ CONTRIBUTOR) as object
    const heard: DecisionRecord[] = []
    // A listener that throws must not undo a decision.
    host.ctx.on('shooty/decision', () => { throw new Error('a listener of somebody') })
    const mounted = await host.mount(contributor, { onDecision: (decision: DecisionRecord) => { heard.push(decision) } })
    const agent = await host.createAgent()
    const push = (): Promise<unknown> => host.execute({ name: 'bash', args: { command: 'git push' }, agent })
    expect(await push()).toMatchObject({ isError: true, error: { message: 'Pushing is for the human.' } })
    expect(heard).toMatchObject([{ guard: 'no-push', point: 'command', tool: 'bash', outcome: 'denied', sessionId: agent.session.id }])

    const service = host.ctx.get('shooty') as ShootyService
    expect(service.snapshot().guards).toMatchObject([{ name: 'no-push', state: 'loaded', denied: 1 }])
    expect(() => service.register({ name: 'no-push', trigger: 'command', scriptBody: 'return' })).toThrow(/no-push/)
    expect(() => service.register({ name: 'other', trigger: 'sometimes', scriptBody: 'return' })).toThrow(/trigger/)

    await mounted.dispose()
    expect(await push()).toMatchObject({ isError: false })
    expect(service.snapshot().guards).toEqual([])
    expect(host.listeners('tools/pre-execute')).toBe(0)
  })
})

describe('a disk that fails', () => {
  it('is reported, a state file that cannot be read is put aside, and guards go on', async () => {
    const config = {
      ...GATES_OFF,
      guard: [
        { name: 'no-delete', trigger: 'command', tools: ['bash'], scriptBody: "if (/rm/.test(vance.guard.command.args.command)) vance.guard.deny('not this')" },
        { name: 'once', trigger: 'stop', maxRounds: 1, scriptBody: "vance.guard.continueWith('go on once')" },
      ],
    }
    const script = [bash('rm x'), say('one'), say('two')]
    const world = await testWorld({ config, script: [...script, ...script, ...script] })
    const own = join(world.home.dir, 'shooty')

    // A file where the folder should be: nothing can be written below it, not even by root.
    writeFileSync(own, '')
    const first = await world.run()
    expect(first).toMatchObject({ code: 0, stdout: 'two\n' })
    expect(lastToolResult(first.requests[1])).toBe('Error: not this')
    expect(userTexts(first.requests[2]).at(-1)).toContain('go on once')
    expect(first.stderr).toMatch(/the state of session \S+ could not be saved/)
    expect(first.stderr).toMatch(/audit file \S+ cannot be written|records did not get into the audit file/)

    rmSync(own)
    const session = first.session?.id ?? ''
    mkdirSync(join(own, 'sessions'), { recursive: true })
    const second = await world.resume(session)
    const [file = ''] = readdirSync(join(own, 'sessions'))
    expect(second).toMatchObject({ code: 0, stdout: 'two\n' })
    writeFileSync(join(own, 'sessions', file), '{"version":1,"rounds":')
    const third = await world.resume(session)
    expect(third.stderr).toMatch(/the state of session \S+ is not readable; it was put aside as \S+\.corrupt/)
    expect(lastToolResult(third.requests[1])).toBe('Error: not this')
    expect(readFileSync(join(own, 'sessions', `${file}.corrupt`), 'utf8')).toBe('{"version":1,"rounds":')
  })
})

const TAKES_TOOL = `export const inject = ['tools']
export function apply(ctx) {
  ctx.tools.register({
    name: 'guard_status', description: 'of somebody else', parameters: { type: 'object', properties: {} },
    output: { schema: {}, render: () => [{ type: 'text', text: 'somebody else' }] }, execute: async () => ({}),
  })
}
`
const TAKES_COMMAND = `export const inject = ['commands']
export function apply(ctx) {
  ctx.commands.register({ name: 'guard', description: 'of somebody else', handler: () => ({ kind: 'success', text: 'somebody else' }) })
}
`

describe('the line at load', () => {
  it('says that all is fine, without anything else', async () => {
    const world = await testWorld({ config: { guard: [{ scriptBody: 'return', trigger: 'command' }] }, script: [bash('echo'), call('guard_status', {}), say('over')] })
    const run = await world.run()
    expect(run.stderr).toMatch(/shooty info: shooty \d+\.\d+\.\d+: 1 guard, 4 gates, points command result; runner ok \(probe refused in \d+ ms\)/)
    expect(run.stderr).not.toContain('shooty warn')
    expect(lastToolResult(run.requests[2])).toMatch(/^Shooty: 1 guard and 4 gates in force\nat load: shooty \d/)
  })

  it('is loud about a broken guard and names that are taken, and the other names work', async () => {
    const world = await testWorld({
      profiles: ['headless'], probes: [{ name: 'takes-tool', source: TAKES_TOOL }],
      config: { guard: [{ name: 'broken', scriptBody: 'if (', trigger: 'command', tools: ['read'] }] },
      script: [call('shooty_guard_status', {}), call('guard_status', {}), say('over')],
    })
    const run = await world.run()
    expect(run.stderr).toMatch(/shooty warn: shooty \d+\.\d+\.\d+: 1 guard \(1 BROKEN: broken\)/)
    expect(run.stderr).toContain('tool is shooty_guard_status')
    expect(run.stderr).toMatch(/guard broken is BROKEN: [^\n]*line 1/)
    expect(lastToolResult(run.requests[1])).toMatch(/the tool is registered as shooty_guard_status: the name guard_status was taken/)
    expect(lastToolResult(run.requests[2])).toBe('somebody else')
  })

  it('is loud about a command name that is taken', async () => {
    const world = await testWorld({ profiles: ['web'], probes: [{ name: 'takes-command', source: TAKES_COMMAND }] })
    const web = await testWeb(world)
    await web.child.saw(/command is shooty-guard/)
    const session = await web.createSession()
    expect(await web.command(session, '/guard')).toMatchObject({ text: 'somebody else' })
    expect((await web.command(session, '/shooty-guard list'))?.text).toContain('gates:')
  })
})
