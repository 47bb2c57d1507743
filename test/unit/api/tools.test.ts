import { describe, expect, it } from 'vitest'
import { MAX_RESULT_TEXT, MAX_RESULT_VALUE, MAX_TOOL_ERROR, createToolsCapability } from '../../../src/api/tools.ts'
import type { JsonValue, ToolsPort } from '../../../src/types.ts'
import { guardSettings, hostCall, runContext } from '../../support/session/api-run.ts'

type Outcome = Awaited<ReturnType<ToolsPort['call']>>
const allowed = (overrides = {}) => runContext({ guard: guardSettings({ allowTools: true }), ...overrides })

function mounted(outcome: Partial<Outcome> | 'never' | Error = {}) {
  const called: [string, JsonValue, AbortSignal][] = []
  const tools: ToolsPort = {
    list: () => [{ name: 'bash', description: 'Runs a command.' }, { name: 'process_spawn', description: 'not ours' }],
    has: (_session, name) => name === 'bash',
    call: async (_session, name, args, signal) => {
      called.push([name, args, signal])
      if (outcome instanceof Error) throw outcome
      if (outcome === 'never') return await new Promise<never>(() => undefined)
      return Promise.resolve({ isError: false, text: 'ok', value: { exitCode: 0 }, ...outcome })
    },
  }
  const capability = createToolsCapability({ tools, spawn: async (method, spec) => Promise.resolve(`${method}:${JSON.stringify(spec)}`) })
  return { called, call: async (method: string, args: readonly JsonValue[], run = allowed()) => await hostCall(capability, `tools.${method}`, args, run) }
}

describe('with allowTools', () => {
  it('a tool is called with its arguments and the run\'s signal', async () => {
    const { call, called } = mounted()
    const run = allowed()
    expect(await call('call', ['bash', { command: 'make' }], run)).toEqual({ text: 'ok', value: { exitCode: 0 } })
    expect(called).toEqual([['bash', { command: 'make' }, run.signal]])
  })

  it.each<[readonly JsonValue[]]>([[['bash']], [['bash', null]]])('missing arguments are none: %j', async (args) => {
    const { call, called } = mounted()
    await call('call', args)
    expect(called[0]?.[1]).toEqual({})
  })

  it('all tools are listed and found, ours first', async () => {
    const { call } = mounted()
    expect(await call('list', [])).toEqual([expect.objectContaining({ name: 'process_spawn', description: expect.stringContaining('subagent') as string }), { name: 'bash', description: 'Runs a command.' }])
    expect(await call('has', ['bash'])).toBe(true)
    expect(await call('has', ['nope'])).toBe(false)
    expect(await call('has', ['process_spawn'])).toBe(true)
  })

  it('a failed tool throws its message, bounded', async () => {
    await expect(mounted({ isError: true, text: 'Error: no such file' }).call('call', ['bash'])).rejects.toMatchObject({ code: 'TOOL_FAILED', message: 'Error: no such file' })
    await expect(mounted({ isError: true, text: '' }).call('call', ['bash'])).rejects.toMatchObject({ code: 'TOOL_FAILED', message: expect.stringContaining('"bash" failed without a message') })
    await expect(mounted(new Error('thrown')).call('call', ['bash'])).rejects.toMatchObject({ code: 'TOOL_FAILED', message: 'thrown' })
    for (const [length, full] of [[MAX_TOOL_ERROR, true], [MAX_TOOL_ERROR + 1, false]] as const) {
      const error = await mounted({ isError: true, text: 'ä'.repeat(length) }).call('call', ['bash']).catch((thrown: unknown) => thrown as Error)
      expect((error as Error).message.length).toBeLessThanOrEqual(MAX_TOOL_ERROR)
      expect((error as Error).message.endsWith('ä')).toBe(full)
    }
  })

  it('a long text is cut and a large or odd value is left out', async () => {
    const text = async (length: number) => (await mounted({ text: 'x'.repeat(length) }).call('call', ['bash']) as { text: string }).text
    expect(await text(MAX_RESULT_TEXT)).toHaveLength(MAX_RESULT_TEXT)
    expect(await text(MAX_RESULT_TEXT + 1)).toMatch(/more\]$/)
    const value = async (given: unknown) => (await mounted({ value: given as JsonValue }).call('call', ['bash']) as { value: JsonValue }).value
    expect(await value('ä'.repeat((MAX_RESULT_VALUE - 2) / 2))).toHaveLength((MAX_RESULT_VALUE - 2) / 2)
    expect(await value('ä'.repeat(MAX_RESULT_VALUE / 2))).toBeNull()
    expect(await value({ odd: undefined })).toBeNull()
  })

  it('the end of the run is the end of a tool that does not listen', async () => {
    const { call, called } = mounted('never')
    const controller = new AbortController()
    const waiting = call('call', ['bash'], allowed({ signal: controller.signal }))
    controller.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'CANCELLED', message: expect.stringContaining('"bash" was running') })
    await expect(call('call', ['bash'], allowed({ signal: controller.signal }))).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(called).toHaveLength(1)
  })

  it.each<[readonly JsonValue[], string, RegExp]>([
    [[], 'BAD_ARGUMENT', /tools\.call: name must be a text, but it is missing/],
    [['bash', 'ls'], 'BAD_ARGUMENT', /tools\.call: args must be an object/],
    [['nope'], 'NOT_FOUND', /this agent has no tool "nope"/],
    [['x'.repeat(257)], 'TOO_LARGE', /257/],
  ])('refuses %j', async (args, code, message) => {
    await expect(mounted().call('call', args)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  })

  it('an observing guard gets an error instead of an invented result', async () => {
    const { call, called } = mounted()
    await expect(call('call', ['bash'], allowed({ observe: true }))).rejects.toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('is not run while the guard g observes') })
    expect(called).toEqual([])
    expect(await call('has', ['bash'], allowed({ observe: true }))).toBe(true)
  })
})

describe('without allowTools', () => {
  it('only process_spawn can be called, and does what process.spawn does', async () => {
    const { call, called } = mounted()
    const id = 'tools.call("process_spawn"):{"task":"x"}'
    expect(await call('call', ['process_spawn', { task: 'x' }], runContext())).toEqual({ text: id, value: { id } })
    await expect(call('call', ['bash', { command: 'ls' }], runContext())).rejects.toMatchObject({
      code: 'NOT_ALLOWED', message: 'tools.call: the guard g may call only process_spawn, not "bash"; set allowTools: true in its entry to give it the tools',
    })
    await expect(call('call', ['nope'], runContext())).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
    expect(called).toEqual([])
  })

  it('nothing else is listed or found', async () => {
    const { call } = mounted()
    expect(await call('list', [], runContext())).toEqual([expect.objectContaining({ name: 'process_spawn' })])
    expect(await call('has', ['bash'], runContext())).toBe(false)
    expect(await call('has', ['process_spawn'], runContext())).toBe(true)
  })
})
