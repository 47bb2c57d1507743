import { describe, expect, it } from 'vitest'
import { Config, resolveConfig } from '../../src/config/resolve-config.ts'
import { GuardError } from '../../src/errors.ts'

function messages(config: unknown): string[] {
  const result = Config['~standard'].validate(config)
  return 'issues' in result ? result.issues.map(({ message }) => message) : []
}
const one = (entry: unknown): object => ({ guard: [{ scriptBody: 'x' }, entry] })
const ABSOLUTE = 'expected an absolute path (in the profile\'s patch, !!js dshHomePath("…") makes one; ~ is not expanded)'
const NAME = 'expected a name of 1 to 100 characters without control characters and without spaces around it'
const MS = 'expected a whole number of at least 1 and at most 2147483647'

describe('a wrong configuration', () => {
  it.each<[unknown, string]>([
    // Keys
    [{ guards: [] }, 'guards is not a known key; did you mean guard?'],
    [{ Timeout_MS: 1 }, 'Timeout_MS is not a known key; did you mean timeoutMs?'],
    [{ sandbox: { memoryMB: 1 } }, 'sandbox.memoryMB is not a known key; did you mean memoryMb?'],
    [{ llm: { recipes: { r: { system: 's', temperature: 1 } } } }, 'llm.recipes.r.temperature is not a known key; expected one of system, provider, model, maxAttempts'],
    [{ llm: { recipes: { 'my judge': { system: 's', x: 1 } } } }, 'llm.recipes["my judge"].x is not a known key; expected one of system, provider, model, maxAttempts'],
    [one({ scriptBody: 'x', on: 'stop' }), 'guard[1].on is not a known key; expected one of script, scriptBody, trigger, name, params, maxRounds, allowTools, tools, agents, mode'],
    [JSON.parse('{"__proto__": {"timeoutMs": 1}}'), '__proto__ is not a known key; expected one of'],
    // Shapes
    ['guard', 'config is "guard"; expected keys and values'],
    [[], 'config is []; expected keys and values'],
    [{ guard: {} }, 'guard is {}; expected a list'],
    [{ guard: [null] }, 'guard[0] is null; expected keys and values'],
    [{ guard: ['a.js'] }, 'guard[0] is "a.js"; expected keys and values'],
    [{ criticalPaths: 'src/**' }, 'criticalPaths is "src/**"; expected a list'],
    [{ criticalPaths: [1] }, 'criticalPaths[0] is 1; expected a string'],
    [{ criticalPaths: ['a', null] }, 'criticalPaths[1] is null; expected a string'],
    [{ postWriteSyntax: 'yes' }, 'postWriteSyntax is "yes"; expected true or false'],
    [{ timeoutMs: '30000' }, `timeoutMs is "30000"; ${MS}`],
    [{ sandbox: true }, 'sandbox is true; expected keys and values'],
    [{ audit: 5 }, 'audit is 5; expected true or false or a string'],
    [{ audit: () => 1 }, 'audit is a function; expected true or false or a string'],
    // Words
    [one({ scriptBody: 'x', trigger: 'comand' }), 'guard[1].trigger is "comand"; expected one of start, command, result, stop, terminate, both (did you mean command?)'],
    [one({ scriptBody: 'x', trigger: 'never' }), 'guard[1].trigger is "never"; expected one of start, command, result, stop, terminate, both'],
    [one({ scriptBody: 'x', mode: 'dry' }), 'guard[1].mode is "dry"; expected one of enforce, observe, off'],
    [one({ scriptBody: 'x', agents: ['all'] }), 'guard[1].agents is ["all"]; expected one of all, main, sub'],
    [{ sandbox: { runner: 'thread' } }, 'sandbox.runner is "thread"; expected one of process, worker'],
    // Sources
    [one({}), 'guard[1] has neither script nor scriptBody; expected exactly one of them'],
    [one({ script: 'a.js', scriptBody: 'x' }), 'guard[1] has both script and scriptBody; expected exactly one of them'],
    [one({ script: 5 }), 'guard[1].script is 5; expected a string'],
    [one({ script: ' ' }), 'guard[1].script is " "; expected a script name or a path'],
    [one({ script: 'a\n.js' }), 'guard[1].script is "a\\n.js"; expected a script name or a path'],
    [one({ scriptBody: '\n' }), 'guard[1].scriptBody is "\\n"; expected the text of a script'],
    // Names
    [one({ scriptBody: 'x', name: '' }), `guard[1].name is ""; ${NAME}`],
    [one({ scriptBody: 'x', name: ' a' }), `guard[1].name is " a"; ${NAME}`],
    [one({ scriptBody: 'x', name: 'a\u0007' }), `guard[1].name is "a\\u0007"; ${NAME}`],
    [one({ scriptBody: 'x', name: 'n'.repeat(101) }), NAME],
    [{ guard: [{ scriptBody: 'x', name: 'a' }, { scriptBody: 'x', name: 'a' }] }, 'guard[1].name is "a", which is the name of guard[0] already; expected a name of its own'],
    ...['repeated-failure', 'critical-paths', 'post-write-syntax', 'tamper-protection'].map((name): [unknown, string] =>
      [one({ scriptBody: 'x', name }), `guard[1].name is "${name}", which is the name of a built-in gate already; expected a name of its own`]),
    // Numbers
    [one({ scriptBody: 'x', maxRounds: -1 }), 'guard[1].maxRounds is -1; expected a whole number of at least 0'],
    [one({ scriptBody: 'x', maxRounds: 1.5 }), 'guard[1].maxRounds is 1.5; expected a whole number of at least 0'],
    [{ repeatThreshold: -1 }, 'repeatThreshold is -1; expected a whole number of at least 0'],
    [{ repeatCooldown: 0 }, 'repeatCooldown is 0; expected a whole number of at least 1'],
    [{ maxDiagnostics: 0 }, 'maxDiagnostics is 0; expected a whole number of at least 1 and at most 1000'],
    [{ timeoutMs: 0 }, `timeoutMs is 0; ${MS}`],
    [{ timeoutMs: 2_147_483_648 }, `timeoutMs is 2147483648; ${MS}`],
    [{ timeoutMs: Number.NaN }, `timeoutMs is NaN; ${MS}`],
    [{ checkTimeoutMs: Infinity }, `checkTimeoutMs is Infinity; ${MS}`],
    [{ llm: { timeoutMs: 0.5 } }, `llm.timeoutMs is 0.5; ${MS}`],
    [{ llm: { maxAttempts: 0 } }, 'llm.maxAttempts is 0; expected a whole number of at least 1 and at most 10'],
    [{ llm: { maxAttempts: 11 } }, 'llm.maxAttempts is 11; expected a whole number of at least 1 and at most 10'],
    [{ sandbox: { maxRunners: 0 } }, 'sandbox.maxRunners is 0; expected a whole number of at least 1 and at most 64'],
    [{ sandbox: { maxRunners: 65 } }, 'sandbox.maxRunners is 65; expected a whole number of at least 1 and at most 64'],
    [{ sandbox: { memoryMb: 31 } }, 'sandbox.memoryMb is 31; expected a whole number of at least 32 and at most 65536'],
    [{ sandbox: { maxSteps: -1 } }, 'sandbox.maxSteps is -1; expected a whole number of at least 0'],
    [{ maxSessions: 0 }, 'maxSessions is 0; expected a whole number of at least 1 and at most 1000000'],
    // Patterns, paths, commands
    [one({ scriptBody: 'x', tools: [] }), 'guard[1].tools is []; expected at least one pattern; without this key the guard is for every tool'],
    [one({ scriptBody: 'x', tools: ['ok', '['] }), 'guard[1].tools[1] is "["; expected a glob pattern ('],
    [one({ scriptBody: 'x', tools: ['bash, edit', ''] }), 'guard[1].tools[1] is ""; expected a glob pattern ('],
    [one({ scriptBody: 'x', workspaces: [] }), 'guard[1].workspaces is []; expected at least one pattern; without this key the guard is for every workspace'],
    [one({ scriptBody: 'x', workspaces: ['my-app'] }), 'guard[1].workspaces[0] is "my-app"; expected a pattern that begins with /, ~/ or **/'],
    [one({ scriptBody: 'x', workspaces: ['/a/('] }), 'guard[1].workspaces[0] is "/a/("; expected a glob pattern ('],
    [one({ script: 'x.js', required: true }), 'guard[1].required is true; expected it only with a script of the workspace (./x.js or project:x.js)'],
    [{ lockedPaths: ['a('] }, 'lockedPaths[0] is "a("; expected a glob pattern ('],
    [{ criticalPaths: ['src/(core'] }, 'criticalPaths[0] is "src/(core"; expected a glob pattern ('],
    [{ protectedTools: [' '] }, 'protectedTools[0] is " "; expected the name of a tool'],
    [{ guardDirs: ['guards'] }, `guardDirs[0] is "guards"; ${ABSOLUTE}`],
    [{ guardDirs: ['~/guards'] }, `guardDirs[0] is "~/guards"; ${ABSOLUTE}`],
    [{ audit: 'audit.jsonl' }, `audit is "audit.jsonl"; ${ABSOLUTE}`],
    [{ sandbox: { nodePath: 'node' } }, `sandbox.nodePath is "node"; ${ABSOLUTE}`],
    [{ leanPath: 'lean' }, `leanPath is "lean"; ${ABSOLUTE}`],
    [{ specChecker: 'on' }, 'specChecker is "on"; expected auto or off or a list'],
    [{ specChecker: 'of' }, '(did you mean off?)'],
    [{ specChecker: [] }, 'specChecker is []; expected a program and its arguments'],
    [{ specChecker: ['lean'] }, 'specChecker is ["lean"]; expected an argument that holds {path}, the file to check'],
    [{ specChecker: ['{path}'] }, 'specChecker is ["{path}"]; expected an argument that holds {path}, the file to check'],
    [{ specChecker: ['lean', 5] }, 'specChecker[1] is 5; expected a string'],
    // Recipes
    [{ llm: { recipes: { r: 'judge' } } }, 'llm.recipes.r is "judge"; expected keys and values'],
    [{ llm: { recipes: { r: null } } }, 'llm.recipes.r is null; expected keys and values'],
    [{ llm: { recipes: { r: {} } } }, 'llm.recipes.r.system is missing; expected a string'],
    [{ llm: { recipes: { r: { system: '' } } } }, 'llm.recipes.r.system is ""; expected the system text of the recipe'],
    [{ llm: { recipes: { ' ': { system: 's' } } } }, 'llm.recipes[" "] is no name for a recipe; expected a word'],
    [{ llm: { recipes: JSON.parse('{"__proto__":{"system":"s"}}') as object } }, 'llm.recipes.__proto__ is no name for a recipe'],
    [{ llm: { model: '' } }, 'llm.model is ""; expected the name of a model'],
    [{ llm: { recipes: { r: { system: 's', provider: ' ' } } } }, 'llm.recipes.r.provider is " "; expected the name of a provider'],
    // Parameters
    [one({ scriptBody: 'x', params: [1] }), 'guard[1].params is [1]; expected keys and values'],
    [one({ scriptBody: 'x', params: { at: new Date(0) } }), 'guard[1].params: only JSON values are allowed, but $.at is an object of a class; expected plain JSON values'],
    [one({ scriptBody: 'x', params: { big: 'x'.repeat(1 << 20) } }), 'guard[1].params: the value takes 1048586 bytes of JSON, at most 1048576 are allowed'],
  ])('%j is told as: %s', (config, expected) => {
    const found = messages(config)
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(expected)
  })

  it.each<[unknown]>([
    [{ timeoutMs: 1, checkTimeoutMs: 2_147_483_647, repeatThreshold: 0, repeatCooldown: 1, maxDiagnostics: 1, maxSessions: 1 }],
    [{ sandbox: { maxRunners: 64, memoryMb: 32, maxSteps: 0, nodePath: '/usr/bin/node', runner: 'worker' }, llm: { maxAttempts: 10 } }],
    [{ sandbox: { maxRunners: 1, memoryMb: 65_536 }, llm: { maxAttempts: 1, provider: 'p', model: 'm' }, maxDiagnostics: 1000, maxSessions: 1_000_000 }],
    [{ audit: false, specChecker: ['lean', '--json', '{path}'], guardDirs: ['/a/b'] }],
    [{ audit: '/var/log/x.jsonl', specChecker: 'off', protectedTools: [] }],
    [one({ scriptBody: 'x', params: { big: 'x'.repeat((1 << 20) - 10) } })],
    [one({ script: '../x', maxRounds: 0 })],
  ])('%# is not one: values at their limits', (config) => {
    expect(messages(config)).toEqual([])
  })

  it('is told whole: every problem, in one error', () => {
    const config = { guards: [], guard: [{ trigger: 'x' }, { scriptBody: 'x', mode: 'y' }], timeoutMs: -5 }
    expect(messages(config)).toHaveLength(5)
    let thrown: unknown
    try {
      resolveConfig(config)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(GuardError)
    expect(thrown).toMatchObject({ code: 'CONFIG_INVALID' })
    expect((thrown as GuardError).message).toBe(['the configuration of shooty is not valid:', ...messages(config).map(message => `  - ${message}`)].join('\n'))
  })

  it('carries the path of each problem as keys, for whoever draws a form', () => {
    const result = Config['~standard'].validate(one({ scriptBody: 'x', tools: ['['] }))
    expect('issues' in result && result.issues[0]?.path).toEqual(['guard', 1, 'tools', 0])
  })

  it('is shown short, and without an error of its own for strange values', () => {
    const cyclic: Record<string, unknown> = {}
    cyclic['a'] = cyclic
    const [long, strange] = messages({ criticalPaths: 'x'.repeat(10_000), specChecker: cyclic })
    expect(long?.length).toBeLessThan(150)
    expect(strange).toContain('specChecker is an object; expected auto or off or a list')
  })
})
