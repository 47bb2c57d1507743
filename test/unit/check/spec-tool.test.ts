import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createSpecCheckers, type SpecCheckers } from '../../../src/check/spec.ts'
import { createToolChecker } from '../../../src/check/spec-tool.ts'
import type { JsonObject, JsonValue, ProcessPort, ToolSchemasPort, ToolsPort } from '../../../src/types.ts'
import { sessionAt } from '../../support/gate/gate-world.ts'
import { importStrictCheck } from '../../support/gate/strict-check.ts'

type Answer = Awaited<ReturnType<ToolsPort['call']>>
const strict = await importStrictCheck()
const folder = mkdtempSync(join(tmpdir(), 'spec-tool-'))
afterAll(() => { rmSync(folder, { recursive: true, force: true }) })
const session = sessionAt('/ws')
const signal = new AbortController().signal
const spec = { path: join(folder, 'x.spec.lean'), text: 'theorem' }

function tools(answer: (args: JsonValue) => Promise<Answer>, names: readonly string[] = ['strict_check']): ToolsPort & { readonly calls: JsonValue[] } {
  const calls: JsonValue[] = []
  return {
    calls, list: () => [], has: (_session, name) => names.includes(name),
    call(_session, name, args) {
      calls.push([name, args])
      return answer(args)
    },
  }
}

const published = (): ReturnType<typeof tools> => tools((args) => {
  try {
    return Promise.resolve({ isError: false, text: '', value: strict.run(args) })
  } catch (error) {
    return Promise.resolve({ isError: true, text: String(error), value: null })
  }
})
const says = (value: JsonValue, isError = false, text = ''): ToolsPort => tools(() => Promise.resolve({ isError, text, value }))
const checker = (port: ToolsPort): ReturnType<typeof createToolChecker> => createToolChecker({ settings: { checkTimeoutMs: 50 }, tools: port })
const answer = (more: JsonObject): JsonObject => ({ action: 'lean', summary: 's', verdict: 'accepted', ok: true, rows: [], notes: [], ...more })

describe('the published tool strict_check', () => {
  const GOOD = 'theorem total_is_kept : True := trivial'
  it.each<[string, object]>([
    [GOOD, { kind: 'ok' }],
    [`${GOOD}\n#eval 1`, { kind: 'ok' }],
    [`${GOOD}\n#print axioms total_is_kept`, { kind: 'ok' }],
    [`axiom cheat : False\n${GOOD}\n#print axioms total_is_kept`, { kind: 'errors', diagnostics: [{ message: 'total_is_kept rests on axioms that are not allowed: propext, cheat' }], total: 1 }],
    [`${GOOD}\n  unknown_word`, { kind: 'errors', diagnostics: [{ message: 'unknown identifier unknown_word', line: 2, column: 3 }], total: 1 }],
    ['#eval 1\ntheorem t : 1 = 2 := sorry\nunknown_word', { kind: 'errors', diagnostics: [{ message: 'declaration uses `sorry`', line: 2, column: 22 }, { line: 3, column: 1 }], total: 2 }],
    ['-- says incomplete.', { kind: 'errors', diagnostics: [{ message: expect.stringContaining('lean incomplete') as string }], total: 1 }],
    ...['accepted-with-warnings', 'budget', 'unavailable', 'unsafe-toolchain', 'no-input', 'io-error'].map(verdict => [`${GOOD} -- says ${verdict}.`, {
      kind: 'failed', reason: expect.stringMatching(new RegExp(`"${verdict}", which proves nothing: .*told to say ${verdict}`)) as string,
    }] as [string, object]),
  ])('of %j', async (text, outcome) => {
    writeFileSync(spec.path, text)
    expect(await checker(published()).check(spec, session, signal)).toMatchObject(outcome)
  })

  it('is asked for the action lean with the path, and nothing else', async () => {
    const port = published()
    await checker(port).check(spec, session, signal)
    expect(port.calls).toEqual([['strict_check', { action: 'lean', path: spec.path }]])
  })

  it.each<[string, JsonValue]>([
    ['its status', strict.run({ action: 'status' })],
    ['another action', answer({ action: 'batch' })],
    ['no action', answer({ action: null })],
    ['ok without accepted', answer({ verdict: 'rejected' })],
    ['accepted without ok', answer({ ok: false })],
    ['accepted-with-warnings and ok', answer({ verdict: 'accepted-with-warnings' })],
    ['a text for ok', answer({ ok: 'true' })],
    ['no rows', answer({ rows: null })],
    ['the boolean of another tool', { ok: true }],
    ['a text', 'accepted'],
    ['nothing', null],
  ])('answering with %s has not accepted', async (_name, value) => {
    expect(await checker(says(value)).check(spec, session, signal)).toMatchObject({ kind: 'failed', reason: expect.stringContaining('cannot be read') })
  })

  it('that answers with an error, never answers, or throws, has failed itself', async () => {
    expect(await checker(says(answer({}), true, 'accepted')).check(spec, session, signal)).toMatchObject({ kind: 'failed', reason: expect.stringContaining('with an error: accepted') })
    expect(await checker(tools(() => new Promise(() => undefined))).check(spec, session, signal)).toEqual({ kind: 'failed', reason: 'it did not answer within 50 ms' })
    expect(await checker(tools(() => Promise.reject(new Error('gone')))).check(spec, session, signal)).toMatchObject({ kind: 'failed', reason: expect.stringContaining('gone') })
  })
})

describe('the stand-in of strict_check', () => {
  it.each<[string, unknown]>([
    ['no action', {}],
    ['a path alone, which the tool itself would take for a question about its status', { path: '/x.lean' }],
    ['an unknown action', { action: 'check', path: '/x.lean' }],
    ['a parameter that there is not', { action: 'lean', file: '/x.lean' }],
    ['a member of every object', { action: 'lean', toString: 'x' }],
    ['a path that is no text', { action: 'lean', path: ['/x.lean'] }],
    ['a flag that is no boolean', { action: 'lean', path: '/x.lean', allowSorry: 'true' }],
    ['a shell that there is not', { action: 'commands', command: 'ls', shell: 'bash' }],
    ['a language that there is not', { action: 'batch', path: 'x', language: 'rust' }],
    ['a list', ['lean']],
    ['nothing', null],
  ])('refuses %s, as the published schema does', (_name, args) => {
    expect(strict.refusal(args)).not.toBeNull()
    expect(() => strict.run(args)).toThrow(/strict_check: /)
  })

  it('takes what the published schema takes', () => {
    expect(strict.refusal({ action: 'lean', path: '/x.lean', code: '', name: '', allowSorry: false, relaxed: true, language: '', shell: 'pwsh', command: '' })).toBeNull()
  })
})

describe('the choice of a checker', () => {
  const process: ProcessPort = { run: () => Promise.reject(new Error('not run here')) }
  const PUBLISHED = { parameters: strict.PARAMETERS, output: strict.OUTPUT }
  const checkers = (specChecker: 'auto' | 'off' | readonly string[], schemas: ReturnType<ToolSchemasPort['schemas']>, port: ProcessPort | null = process): SpecCheckers =>
    createSpecCheckers({
      settings: { specChecker, checkTimeoutMs: 1, leanPath: null }, process: port, env: {}, now: () => 0,
      tools: { ...tools(() => Promise.reject(new Error('no')), schemas === null ? [] : ['strict_check']), schemas: () => schemas },
    })
  it.each([
    ['auto', PUBLISHED, 'tool strict_check'], ['auto', null, 'lean'], ['off', PUBLISHED, null], [['check', '{path}'], PUBLISHED, 'command check {path}'],
  ] as const)('%j', (setting, schemas, id) => {
    expect(checkers(setting, schemas).choose(session)?.id ?? null).toBe(id)
  })

  it('is none where no program can be run and there is no tool', () => {
    expect(checkers('auto', null, null).choose(session)).toBeNull()
  })

  const changed = (schema: JsonValue, change: JsonObject): JsonValue => ({ ...schema as JsonObject, ...change })
  it.each<[string, JsonValue, JsonValue, RegExp]>([
    ['takes a path alone', { type: 'object', properties: { path: { type: 'string' } } }, strict.OUTPUT, /does not offer "lean"/],
    ['has no schema', null, null, /does not offer "lean"/],
    ['needs more', changed(strict.PARAMETERS, { required: ['action', 'code'] }), strict.OUTPUT, /also requires "code"/],
    ['answers otherwise', strict.PARAMETERS, { type: 'object', properties: { ok: { type: 'boolean' } } }, /no action of type string/],
    ['answers anything', strict.PARAMETERS, {}, /no action of type string/],
  ])('passes over a tool of that name that %s, and says so', (_name, parameters, output, why) => {
    const chosen = checkers('auto', { parameters, output })
    expect(chosen.choose(session)?.id).toBe('lean')
    expect(chosen.describe()).toMatch(/^checker: lean .*the profile's tool strict_check has another schema/)
    expect(chosen.describe()).toMatch(why)
  })
})
