import { describe, expect, it } from 'vitest'
import { createSpecCheckers } from '../../../src/check/spec.ts'
import { createToolChecker } from '../../../src/check/spec-tool.ts'
import type { JsonValue, ProcessPort, ToolsPort } from '../../../src/types.ts'
import { sessionAt } from '../../support/gate/gate-world.ts'

type Answer = Awaited<ReturnType<ToolsPort['call']>>
const session = sessionAt('/ws')
const signal = new AbortController().signal
const spec = { path: '/ws/x.spec.lean', text: 'theorem' }

function tools(answer: () => Promise<Answer>, names: readonly string[] = ['strict_check']): ToolsPort & { readonly calls: JsonValue[] } {
  const calls: JsonValue[] = []
  return {
    calls, list: () => [], has: (_session, name) => names.includes(name),
    call(_session, name, args) {
      calls.push([name, args])
      return answer()
    },
  }
}

const says = (text: string, value: JsonValue | null = null, isError = false): ToolsPort => tools(() => Promise.resolve({ isError, text, value }))
const checker = (port: ToolsPort): ReturnType<typeof createToolChecker> => createToolChecker({ settings: { checkTimeoutMs: 50 }, tools: port })

describe('the tool strict_check', () => {
  it.each([
    ['', { ok: true }, false, { kind: 'ok' }],
    ['{"success":true,"diagnostics":[]}', null, false, { kind: 'ok' }],
    ['accepted', null, false, { kind: 'ok' }],
    ['', { accepted: false, errors: ['wrong'] }, false, { kind: 'errors', diagnostics: [{ message: 'wrong' }], total: 1 }],
    ['', { diagnostics: [{ message: 'm', line: 2, column: 3 }] }, false, { kind: 'errors', diagnostics: [{ message: 'm', line: 2, column: 3 }] }],
    ['rejected: no', null, false, { kind: 'errors' }],
    ['', { errors: ['bad'] }, true, { kind: 'errors' }],
    ['boom', null, true, { kind: 'failed' }],
    ['whatever', null, false, { kind: 'failed' }],
    ['', null, false, { kind: 'failed' }],
    ['', { unrelated: 1 }, false, { kind: 'failed' }],
  ])('answering %j %j (error: %s)', async (text, value, isError, outcome) => {
    expect(await checker(says(text, value as JsonValue | null, isError)).check(spec, session, signal)).toMatchObject(outcome)
  })

  it('is called with the path of the specification', async () => {
    const port = tools(() => Promise.resolve({ isError: false, text: 'ok', value: null }))
    await checker(port).check(spec, session, signal)
    expect(port.calls).toEqual([['strict_check', { path: '/ws/x.spec.lean' }]])
  })

  it('that never answers, or throws, has failed itself', async () => {
    expect(await checker(tools(() => new Promise(() => undefined))).check(spec, session, signal)).toEqual({ kind: 'failed', reason: 'it did not answer within 50 ms' })
    expect(await checker(tools(() => Promise.reject(new Error('gone')))).check(spec, session, signal)).toMatchObject({ kind: 'failed', reason: expect.stringContaining('gone') })
  })
})

describe('the choice of a checker', () => {
  const process: ProcessPort = { run: () => Promise.reject(new Error('not run here')) }
  const choose = (specChecker: 'auto' | 'off' | readonly string[], names: readonly string[], port: ProcessPort | null = process): string | null =>
    createSpecCheckers({ settings: { specChecker, checkTimeoutMs: 1 }, process: port, tools: tools(() => Promise.reject(new Error('no')), names), env: {}, now: () => 0 }).choose(session)?.id ?? null
  it.each([
    ['auto', ['strict_check'], 'tool strict_check'], ['auto', [], 'lean'], ['off', ['strict_check'], null], [['check', '{path}'], ['strict_check'], 'command check {path}'],
  ] as const)('%j with the tools %j is %s', (setting, names, id) => {
    expect(choose(setting, names)).toBe(id)
  })
  it('is none where no program can be run and there is no tool', () => {
    expect(choose('auto', [], null)).toBeNull()
  })
})
