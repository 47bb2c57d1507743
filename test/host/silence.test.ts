/**
 * Without guards nothing is there: no listener for a Point that nobody needs, and with everything off
 * the model is asked exactly what it is asked without Shooty. The status tool adds its schema alone.
 */
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { GATES_OFF } from '../support/host/guarded-host.ts'
import { bash, call, calls, say } from '../support/model/model-reply.ts'
import { lastToolResult } from '../support/model/model-server.ts'
import type { ModelRequest } from '../support/model/model-server.ts'
import type { MountedHost } from '../support/host/mount.ts'
import { testHost, testWorld } from '../support/host/test-world.ts'

const EVENTS = [
  'agent/inbox/claimed', 'agent/inbox/discarded', 'agent/inbox/inserted', 'agent/pre-step', 'agent/request', 'agent/request-error', 'agent/status', 'agent/created', 'agent/disposed',
  'agent/session-start', 'agent/turn-stopping', 'agent/error', 'agent/assistant-stream', 'session/event', 'system-prompt/assemble', 'tools/pre-execute', 'tools/execute', 'tools/post-execute', 'tools/result',
]
const SESSION = ['agent/inbox/claimed', 'agent/inbox/discarded', 'agent/pre-step', 'agent/disposed']
const OFF = { ...GATES_OFF, exposeStatusTool: false }

function listeners(host: MountedHost): Readonly<Record<string, number>> {
  return Object.fromEntries(EVENTS.map(event => [event, host.listeners(event)]))
}

describe('listeners on the host', () => {
  it.each([
    { having: 'nothing', config: { guard: [] }, expected: [] },
    { having: 'guards that are off', config: { guard: [{ scriptBody: ';', trigger: 'command', mode: 'off' }] }, expected: [] },
    { having: 'a START guard', config: { guard: [{ scriptBody: ';', trigger: 'start' }] }, expected: [...SESSION, 'system-prompt/assemble', 'agent/status'] },
    { having: 'a COMMAND guard', config: { guard: [{ scriptBody: ';', trigger: 'command' }] }, expected: [...SESSION, 'tools/pre-execute', 'tools/execute', 'tools/post-execute', 'tools/result'] },
    { having: 'a RESULT guard', config: { guard: [{ scriptBody: ';', trigger: 'result' }] }, expected: [...SESSION, 'tools/post-execute', 'tools/result'] },
    { having: 'a STOP guard', config: { guard: [{ scriptBody: ';', trigger: 'stop' }] }, expected: [...SESSION, 'tools/result', 'agent/turn-stopping', 'agent/assistant-stream'] },
    { having: 'a TERMINATE guard', config: { guard: [{ scriptBody: ';', trigger: 'terminate' }] }, expected: [...SESSION, 'tools/result', 'agent/turn-stopping', 'agent/assistant-stream'] },
  ])('with $having are those that are needed, and none is left behind', async ({ config, expected }) => {
    const host = await testHost()
    const before = listeners(host)
    const shooty = await host.mountShooty({ ...OFF, ...config })
    const added = EVENTS.filter(event => host.listeners(event) > (before[event] ?? 0))
    expect([...added].sort()).toEqual([...expected].sort())
    expect(host.ctx.tools.schemas().map(tool => tool.name)).toEqual([])
    await shooty.dispose()
    expect(listeners(host)).toEqual(before)
  })

  it('come and go with a guard that another plugin registers', async () => {
    const host = await testHost()
    const before = listeners(host)
    await host.mountShooty(OFF)
    const off = host.ctx.shooty.register({ name: 'theirs', scriptBody: ';', trigger: 'stop' })
    expect(host.listeners('agent/turn-stopping')).toBe((before['agent/turn-stopping'] ?? 0) + 1)
    off()
    expect(listeners(host)).toEqual(before)
  })
})

/** Bodies as the model got them; nothing in them differs from run to run in the same workspace. */
function bodies(requests: readonly ModelRequest[]): readonly unknown[] {
  return requests.map(request => request.body)
}

describe('what the model is asked', () => {
  const script = [calls([{ name: 'bash', args: { command: 'echo one', description: 'x' } }, { name: 'no_such_tool', args: {} }]), bash('exit 3'), call('read', { file_path: 'absent' }), say('over')]

  it('with everything off is what it is without Shooty; with the status tool it differs by its schema alone', async () => {
    const cwd = await realpath(await mkdtemp(join(tmpdir(), 'shooty-same-')))
    onTestFinished(() => rm(cwd, { recursive: true, force: true }))
    const without = await (await testWorld({ shooty: false, script })).run({ cwd })
    const silent = await (await testWorld({ script, config: OFF })).run({ cwd })
    expect(silent).toMatchObject({ code: 0, stdout: 'over\n' })
    expect(bodies(silent.requests)).toEqual(bodies(without.requests))
    expect(bodies(silent.asides)).toEqual(bodies(without.asides))
    expect(silent.requests).toHaveLength(4)

    const status = await (await testWorld({ script, config: GATES_OFF })).run({ cwd })
    const tools = (request: ModelRequest): readonly { readonly function: { readonly name: string } }[] => request.body.tools as never
    const isStatus = (tool: { readonly function: { readonly name: string } }): boolean => tool.function.name === 'guard_status'
    expect(status.requests.map(request => ({ ...request.body, tools: tools(request).filter(tool => !isStatus(tool)) }))).toEqual(bodies(without.requests))
    const [schema] = tools(status.requests[0] ?? expect.unreachable()).filter(isStatus)
    // About 82 tokens, at four characters each.
    expect(JSON.stringify(schema)).toHaveLength(326)
    expect(lastToolResult(status.requests[3])).toBe(lastToolResult(without.requests[3]))
  })
})
