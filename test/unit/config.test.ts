import { describe, expect, it } from 'vitest'
import { Config, configNotes, resolveConfig, resolveGuardEntry } from '../../src/config/resolve-config.ts'
import { GuardError } from '../../src/errors.ts'
import type { Settings } from '../../src/types.ts'

const DEFAULTS: Settings = {
  guards: [],
  criticalPaths: [],
  lockedPaths: [],
  protectedTools: ['write', 'edit', 'str_replace_editor'],
  repeatThreshold: 3,
  repeatCooldown: 3,
  postWriteSyntax: true,
  maxDiagnostics: 5,
  checkTimeoutMs: 60_000,
  specChecker: 'auto',
  leanPath: null,
  timeoutMs: 30_000,
  guardDirs: [],
  sandbox: { runner: 'process', maxRunners: 4, memoryMb: 256, nodePath: null, maxSteps: 10_000_000 },
  llm: { provider: null, model: null, maxAttempts: 2, timeoutMs: 20_000, recipes: {} },
  audit: true,
  maxSessions: 256,
  exposeStatusTool: true,
  tamperProtection: true, skillGuards: 'user',
  destructive: { action: 'deny', packs: ['default'], except: [], trusted: [] },
}

const guard = (entry: object): Settings['guards'][number] | undefined => resolveConfig({ guard: [entry] }).guards[0]
const names = (...entries: object[]): string[] => resolveConfig({ guard: entries }).guards.map(({ name }) => name)
const validate = (config: unknown): { readonly value?: unknown, readonly issues?: readonly { readonly message: string, readonly path: readonly unknown[] }[] } =>
  Config['~standard'].validate(config)

describe('defaults', () => {
  it.each([[undefined], [null], [{}], [{ guard: null, sandbox: null, llm: null, timeoutMs: null }]])('are everything for %j', (config) => {
    expect(resolveConfig(config)).toEqual(DEFAULTS)
  })

  it('of a guard are these', () => {
    expect(guard({ script: 'a.js' })).toEqual({
      name: 'a', source: { kind: 'script', script: 'a.js' }, trigger: 'stop', points: ['stop'], params: {}, maxRounds: 3,
      allowTools: false, tools: null, agents: 'main', mode: 'enforce',
      key: 'guard[0]', triggerWritten: false, namesake: null, workspaces: null, required: false,
    })
  })

  it('of a recipe are null', () => {
    expect(resolveConfig({ llm: { recipes: { r: { system: 's' } } } }).llm.recipes).toEqual({ r: { system: 's', provider: null, model: null, maxAttempts: null } })
  })

  it('are filled in by validation, and stay as they are when it is done twice', () => {
    const once = validate({ guard: [{ scriptBody: 'x' }], llm: { recipes: { r: { system: 's' } } } }).value
    expect(once).toMatchObject({ timeoutMs: 30_000, guard: [{ scriptBody: 'x', maxRounds: 3 }], sandbox: { maxRunners: 4 } })
    expect(validate(once).value).toEqual(once)
    expect(resolveConfig(once)).toEqual(resolveConfig({ guard: [{ scriptBody: 'x' }], llm: { recipes: { r: { system: 's' } } } }))
  })

  it('are not shared between two configurations, nor with the input', () => {
    const input = Object.freeze({ guard: Object.freeze([Object.freeze({ scriptBody: 'x', params: Object.freeze({ list: Object.freeze([1]) }) })]) })
    const first = resolveConfig(input)
    ;(first.protectedTools as string[]).push('other')
    ;(first.guards[0]?.params['list'] as number[]).push(2)
    expect(resolveConfig(input).protectedTools).toEqual(DEFAULTS.protectedTools)
    expect(resolveConfig(input).guards[0]?.params).toEqual({ list: [1] })
  })
})

describe('a guard entry', () => {
  it.each([
    ['start', ['start'], 'main'], ['command', ['command'], 'all'], ['result', ['result'], 'all'],
    ['stop', ['stop'], 'main'], ['terminate', ['terminate'], 'main'], ['both', ['stop', 'terminate'], 'main'],
  ])('with trigger %s is for %j and for %s agents', (trigger, points, agents) => {
    expect(guard({ scriptBody: 'x', trigger })).toMatchObject({ trigger, points, agents })
  })

  it('keeps what was written', () => {
    const written = { scriptBody: 'return', trigger: 'command', name: 'n', params: { a: [1, null] }, maxRounds: 0, allowTools: true, tools: ['bash', 'mcp_*'], agents: 'sub', mode: 'observe', workspaces: ['~/work/**'], required: false }
    const { scriptBody, ...rest } = written
    expect(guard(written)).toEqual({ ...rest, source: { kind: 'inline', body: scriptBody }, points: ['command'], key: 'guard[0]', triggerWritten: true, namesake: null })
  })

  it('may have every key that the contract shows in one entry', () => {
    const settings = resolveConfig({ guard: [{
      script: 'dev-done.js', trigger: 'stop', name: 'dev-done', params: { threshold: 3 }, maxRounds: 2, allowTools: false, tools: ['bash', 'mcp_*'], agents: 'all', mode: 'enforce',
    }] })
    expect(settings.guards).toHaveLength(1)
    expect(configNotes(settings)).toEqual(['guard dev-done (stop): tools has no effect, it is for command and result'])
  })

  it('keeps a parameter named __proto__ a parameter', () => {
    const params = guard({ scriptBody: 'x', params: JSON.parse('{"__proto__":{"a":1}}') as object })?.params
    expect(Object.keys(params ?? {})).toEqual(['__proto__'])
  })
})

describe('names', () => {
  it.each([
    ['a.js', 'a'], ['dir/b.mjs', 'b'], ['./c.ts', 'c'], ['project:d/e.js', 'e'], ['project:f.js', 'f'], ['/abs/g.h.js', 'g.h'], ['C:\\x\\i.js', 'i'], ['noext', 'noext'], ['.js', 'guard'],
    ['critical-paths.js', 'critical-paths-2'], [`${'n'.repeat(200)}.js`, 'n'.repeat(95)],
  ])('of %s is %s', (script, name) => {
    expect(names({ script })).toEqual([name])
  })

  it('of inline guards come from the trigger', () => {
    expect(names({ scriptBody: 'x' }, { scriptBody: 'x', trigger: 'both' })).toEqual(['stop-inline', 'both-inline'])
  })

  it('that are derived are numbered, after the written ones have theirs', () => {
    expect(names({ script: 'a.js' }, { script: './a.js' }, { script: 'b/a.ts' }, { scriptBody: 'x', name: 'a-2' }, { script: 'z.js', name: 'a' }))
      .toEqual(['a-3', 'a-4', 'a-5', 'a-2', 'a'])
  })

  it('may be at most 100 characters long', () => {
    expect(names({ script: 'x.js', name: 'n'.repeat(100) })).toEqual(['n'.repeat(100)])
  })
})

describe('a single guard, for other plugins', () => {
  it('gets settings and a free name', () => {
    expect(resolveGuardEntry({ scriptBody: 'x', trigger: 'command' }, ['command-inline']).name).toBe('command-inline-2')
    expect(resolveGuardEntry({ scriptBody: 'x', name: 'mine' }, ['other']).name).toBe('mine')
  })

  it.each([
    [{ scriptBody: 'x', name: 'other' }, 'guard.name is "other", which is the name of another guard already; expected a name of its own'],
    [{ scriptBody: 'x', name: 'critical-paths' }, 'guard.name is "critical-paths", which is the name of a built-in gate already; expected a name of its own'],
    [{ scriptBody: 'x', triger: 'stop' }, 'guard.triger is not a known key; did you mean trigger?'],
    [{}, 'guard has neither script nor scriptBody; expected exactly one of them'],
    [null, 'guard has neither script nor scriptBody; expected exactly one of them'],
    ['x', 'guard is "x"; expected keys and values'],
  ])('%j is refused with a reason', (entry, message) => {
    expect(() => resolveGuardEntry(entry, ['other'])).toThrow(GuardError)
    expect(() => resolveGuardEntry(entry, ['other'])).toThrow(message)
  })
})

describe('notes', () => {
  it.each([
    [{ trigger: 'start', tools: ['a'] }, ['guard start-inline (start): tools has no effect, it is for command and result']],
    [{ trigger: 'command', maxRounds: 1 }, ['guard command-inline (command): maxRounds has no effect, it is for stop and terminate']],
    [{ trigger: 'start', agents: 'sub' }, ['guard start-inline (start): never runs, since START is for real user turns and subagents have none']],
    [{ trigger: 'both', maxRounds: 0 }, ['guard both-inline (both): never fires, since maxRounds is 0']],
    [{ trigger: 'command', tools: ['a'] }, []],
    [{ trigger: 'stop', maxRounds: 1 }, []],
  ])('for %j are %j', (entry, notes) => {
    expect(configNotes(resolveConfig({ guard: [{ scriptBody: 'x', ...entry }] }))).toEqual(notes)
  })
})

describe('the schema', () => {
  it('is the standard interface that the loader asks for', () => {
    expect(Config['~standard']).toMatchObject({ version: 1, vendor: 'shooty' })
    expect(validate({ gard: 1 }).issues).toEqual([{ message: 'gard is not a known key; did you mean guard?', path: ['gard'] }])
  })

  it('can be walked as hosts walk it that look for fields to change in place: none is one', () => {
    interface Node { readonly meta: { readonly volatile?: unknown }, readonly type: string, readonly dict?: Readonly<Record<string, Node>> }
    const volatile = (node: Node): boolean => Boolean(node.meta.volatile) || Object.values(node.dict ?? {}).some(volatile)
    expect(Config.type).toBe('object')
    expect(Object.keys(Config.dict ?? {})).toContain('guard')
    expect(volatile(Config as unknown as Node)).toBe(false)
  })

  it('can be drawn as a form: every key has a description', () => {
    const { refs } = Config.toJSON() as { refs: Record<string, { type: string, meta: { description?: string }, dict?: Record<string, number> }> }
    const keys = Object.values(refs).flatMap(node => Object.entries(node.dict ?? {}))
    expect(keys.length).toBeGreaterThan(35)
    expect(keys.filter(([, ref]) => !refs[ref]?.meta.description).map(([key]) => key)).toEqual([])
  })
})
