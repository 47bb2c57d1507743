import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resolveConfig } from '../../src/config/resolve-config.ts'
import type { ScriptRunner } from '../../src/pool/create.ts'
import { MAX_DOCUMENT, MAX_ENTRIES } from '../../src/api/documents.ts'
import { MAX_ANSWER } from '../../src/api/answer-object.ts'
import { MAX_FILLED } from '../../src/api/llm-template.ts'
import { MAX_OUTPUT_TOKENS } from '../../src/api/llm.ts'
import { MAX_LINE, NOTIFY_BURST } from '../../src/api/process.ts'
import { SPAWN_BURST } from '../../src/api/spawn.ts'
import { MAX_RESULT_TEXT } from '../../src/api/tools.ts'
import { MAX_HOST_CALLS, MAX_KEY, MAX_LOG_LINES, MAX_LOG_TEXT, MAX_SCRIPT_JSON, MAX_SCRIPT_STRING } from '../../src/protocol.ts'
import type { JsonObject, PointInput, ToolsPort, TurnCall, TurnView } from '../../src/types.ts'
import { guardSession, startRunner } from '../support/session/guard-session.ts'
import type { GuardOutcome, GuardSessionOptions } from '../support/session/guard-session.ts'

const manual = readFileSync(new URL('../../guards/README.md', import.meta.url), 'utf8')
const blocks = (language: string): string[] => [...manual.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(match => match[1] ?? '')
const snippets = new Map([...blocks('js'), ...blocks('ts')].map(code => [/^\/\/ (\S+\.[jt]s)/.exec(code)?.[1] ?? code, code]))

interface Run { readonly input: Partial<PointInput>, readonly turn?: Partial<TurnView>, readonly files?: Readonly<Record<string, string>>, readonly expect: { readonly [K in keyof GuardOutcome]?: RegExp }, readonly params?: JsonObject }
interface Example extends GuardSessionOptions { readonly runs: readonly Run[] }

const bash = (command: string): Partial<PointInput> => ({ point: 'command', command: { name: 'bash', args: { command }, callId: 'c' } })
const result = (command: string, text: string): Partial<PointInput> => ({ ...bash(command), point: 'result', result: { isError: false, text, error: null, durationMs: 1 } })
const ran = (program: string, outcome: TurnCall['outcome']): TurnCall => ({ name: 'bash', args: {}, outcome, isError: false, ms: 1, writes: [], commands: [{ program, args: [] }] })
const write = (path: string): Partial<PointInput> => ({ point: 'command', command: { name: 'write', args: { path }, callId: 'c' } })
const building = (text: string): ToolsPort => ({ list: () => [], has: () => true, call: async () => Promise.resolve({ isError: false, text, value: null }) })
const changelog = { system: 'x', provider: null, model: null, maxAttempts: null }

const EXAMPLES: Readonly<Record<string, Example>> = {
  'no-force-push.js': { runs: [{ input: bash('git push -f'), expect: { denied: /new branch/ } }, { input: bash('git push'), expect: {} }, { input: { ...bash(''), command: { name: 'bash', args: '{broken', callId: 'c' } }, expect: {} }] },
  'ask-once.js': { runs: [{ input: { output: 'Done.' }, expect: { continued: /Run the build/ } }, { input: { output: 'Done.' }, expect: {} }] },
  'changelog-present.js': {
    runs: [
      { input: {}, expect: { continued: /^Write CHANGELOG.md/ } },
      { input: {}, files: { 'CHANGELOG.md': 'x' }, expect: { continued: /needs a section/ } },
      { input: {}, files: { 'CHANGELOG.md': '## Unreleased' }, expect: {} },
    ],
  },
  'cheap-first.js': { answers: ['{"fire": true, "reason": "The TODO."}', '{"fire": false}'], runs: [{ input: { output: 'All there.' }, expect: {} }, { input: { output: 'One TODO left.' }, expect: { continued: /^The TODO\.$/ } }, { input: { output: 'A placeholder.' }, expect: {} }] },
  'changelog-judge.js': { llm: { recipes: { changelog } }, answers: ['{"needed": true, "why": "New option."}', '{"needed": false}', '{"score": 1}'], runs: [{ input: {}, expect: { continued: /New option/ } }, { input: {}, expect: {} }, { input: {}, expect: { fault: /must answer/ } }] },
  'release-notes.js': { runs: [{ input: { point: 'stop', output: 'Done.' }, expect: {} }, { input: { point: 'start', task: 'Make a release' }, expect: {} }, { input: { point: 'stop', output: 'Done.' }, expect: { continued: /This is a release/ } }, { input: { point: 'stop', output: 'Release notes are in NOTES.md.' }, expect: {} }] },
  'failed-tests.js': { runs: [{ input: { point: 'stop' }, turn: { calls: [ran('vitest', 'done'), ran('vitest', 'failed')] }, expect: { continued: /last test run failed/ } }, { input: { point: 'stop' }, turn: { calls: [ran('vitest', 'failed'), ran('vitest', 'done'), ran('ls', 'failed')] }, expect: {} }] },
  'short-logs.js': { runs: [{ input: result('make', 'x'.repeat(30_000)), expect: { replaced: /^x{5000}\n\[… 15000 characters left out by a guard …\]\nx{10000}$/ } }, { input: result('make', 'x'.repeat(20_000)), expect: {} }] },
  'build-passes.js': { settings: { allowTools: true }, tools: building('error TS1\n[exit code: 2]'), runs: [{ input: {}, expect: { continued: /error TS1/ } }] },
  'review-mode.js': { runs: [{ input: { point: 'start', task: 'Review this' }, expect: { turnPrompt: /^You review code/ } }, { input: { point: 'start', task: 'Write this' }, expect: {} }] },
  'frozen-files.js': { runs: [{ input: write('src/a.ts'), expect: {} }, { input: write('src/a.ts'), files: { '.frozen': 'a.ts\n' }, expect: { denied: /listed in \.frozen/ } }, { input: write('src/b.ts'), expect: {} }] },
  'keep-vendor.js': {
    runs: [
      { input: write('src/vendor/a.js'), expect: {} },
      { input: write('/vendor/a.js'), expect: {} },
      { input: write('./src/../vendor/a.js'), expect: { denied: /^vendor\/ belongs to another project/ } },
      { input: bash('rm -r ./vendor'), expect: { denied: /^vendor\/ belongs/ } },
      { input: { ...write(''), command: { name: 'str_replace_editor', args: { command: 'view', path: 'vendor/a.js' }, callId: 'c' } }, expect: {} },
    ],
  },
  'typed.js': { runs: [{ input: {}, expect: { continued: /in one line/ } }, { input: {}, expect: {} }] },
  'typed.ts': { language: 'ts', runs: [{ input: write('package.lock'), expect: { denied: /package manager/ } }, { input: bash('ls'), expect: {} }] },
}

let runner: ScriptRunner
let workspace: string
beforeAll(() => {
  runner = startRunner()
  workspace = mkdtempSync(join(tmpdir(), 'manual-'))
})
afterAll(async () => {
  await runner.dispose()
  rmSync(workspace, { recursive: true, force: true })
})

describe('the snippets of the manual', () => {
  it('all have an example here, and every example has its snippet', () => {
    expect([...snippets.keys()].sort()).toEqual(Object.keys(EXAMPLES).sort())
  })

  it.each(Object.keys(EXAMPLES))('%s does what the manual says', async (name) => {
    const example = EXAMPLES[name]
    const cwd = join(workspace, name)
    mkdirSync(cwd)
    const session = guardSession(runner, { ...example, cwd })
    for (const run of example?.runs ?? []) {
      for (const [file, text] of Object.entries(run.files ?? {})) writeFileSync(join(cwd, file), text)
      const outcome = await session.run(snippets.get(name) ?? '', run.input, {}, run.turn)
      for (const key of ['denied', 'asked', 'blocked', 'replaced', 'continued', 'turnPrompt', 'fault'] as const) {
        const wanted = run.expect[key]
        if (wanted === undefined) expect(outcome[key], key).toBeNull()
        else expect(outcome[key], key).toMatch(wanted)
      }
    }
    expect(session.requests).toHaveLength(example?.answers?.length ?? 0)
  })

  it('build-passes.js lets the agent stop when the build passes, and needs allowTools', async () => {
    const script = snippets.get('build-passes.js') ?? ''
    expect((await guardSession(runner, { settings: { allowTools: true }, tools: building('ok') }).run(script, {})).continued).toBeNull()
    expect((await guardSession(runner, { tools: building('ok') }).run(script, {})).fault).toContain('allowTools: true')
  })
})

describe('the configuration in the manual and in the pages', () => {
  const pages = ['README', 'dev-done', 'llm-judge', 'command-judge', 'activate-skill', 'redact-secrets'].map(name => readFileSync(fileURLToPath(new URL(`../../guards/${name}.md`, import.meta.url)), 'utf8'))
  const yaml = pages.flatMap(page => [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(match => match[1] ?? ''))

  it.each(yaml.map((text, index) => [index + 1, text] as const))('number %s is valid', (_index, text) => {
    const parsed = parse(text) as { guard?: unknown } | { config: unknown }[]
    const config: unknown = Array.isArray(parsed) ? parsed[0]?.config : parsed
    expect(() => resolveConfig(config)).not.toThrow()
  })

  it('is there', () => { expect(yaml).toHaveLength(8) })
})

describe('the limits in the manual', () => {
  const number = (value: number): string => value.toLocaleString('en-US')
  const defaults = resolveConfig({})
  it.each<[string, string]>([
    ['time', `\`timeoutMs\`, ${defaults.timeoutMs / 1000} s`],
    ['memory', `\`sandbox.memoryMb\`, ${defaults.sandbox.memoryMb}`],
    ['texts', `${number(MAX_SCRIPT_STRING)} characters, ${number(MAX_SCRIPT_JSON)} bytes of JSON`],
    ['stores', `${number(MAX_SCRIPT_JSON)} bytes of JSON; keys of ${MAX_KEY} characters`],
    ['calls', `calls of \`vance\` in one run | ${number(MAX_HOST_CALLS)}`],
    ['log', `log lines in one run | ${MAX_LOG_LINES}, of ${number(MAX_LOG_TEXT)} characters`],
    ['documents', `${number(MAX_DOCUMENT)} bytes of UTF-8; \`list\` ${number(MAX_ENTRIES)} entries`],
    ['prompts', `${number(MAX_FILLED)} characters`],
    ['answers', `a model's answer | ${number(MAX_OUTPUT_TOKENS)} tokens, ${number(MAX_ANSWER)} characters`],
    ['tools', `a tool's result | ${number(MAX_RESULT_TEXT)} characters`],
    ['lines', `${NOTIFY_BURST} lines at once, then one a second, of ${MAX_LINE} characters`],
    ['subagents', `\`spawn\` | ${SPAWN_BURST} at once`],
  ])('%s are those of the code', (_name, text) => {
    expect(manual).toContain(text)
  })

  it('steps are those of the configuration', () => { expect(defaults.sandbox.maxSteps).toBe(10_000_000) })
})

describe('what the manual says about the language', () => {
  const run = async (script: string, input: Partial<PointInput> = {}): Promise<GuardOutcome> => await guardSession(runner).run(script, input)

  it.each(['setTimeout', 'console', 'fetch', 'require', 'Buffer', 'Uint8Array', 'Intl', 'process'])('%s is not there', async (name) => {
    expect((await run(`vance.guard.continueWith(String(typeof ${name}))`)).continued).toBe('undefined')
  })

  it('Math.random is not there, and the time stands still at the moment of the run', async () => {
    expect((await run(`vance.guard.continueWith(typeof Math.random + (Date.now() === new Date().getTime()))`)).continued).toBe('undefinedtrue')
  })

  it('a name that is declared nowhere makes the guard broken, with its place', async () => {
    await expect(run("\nconsle.log('x')")).rejects.toThrow(/consle is declared nowhere/)
  })

  it('no text, comment or operator that its sandbox dislikes is in the author\'s way', async () => {
    expect((await run("let n = 3\nwhile (n --> 0) { /* <!-- import('x') --> */ }\nvance.guard.continueWith('<!-- import(x) -->')")).continued).toBe('<!-- import(x) -->')
  })

  it('return and await work at the top', async () => {
    expect((await run("const v = await vance.guard.round\nif (v === 0) return\nvance.guard.continueWith('x')")).continued).toBeNull()
  })

  it('log lines carry their text and data', async () => {
    expect((await run("vance.log.info('here', { round: vance.guard.round })")).logs).toEqual(['info: here {"round":0}'])
  })

  it('an action at the wrong Point throws an error that says where it is allowed', async () => {
    expect(await run("vance.guard.deny('x')", { point: 'stop' })).toMatchObject({ fault: expect.stringMatching(/ScriptHostError.*deny.*command/), denied: null })
  })
})
