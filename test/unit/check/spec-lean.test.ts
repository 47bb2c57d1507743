import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createProcesses } from '../../../src/check/process.ts'
import { createCommandChecker } from '../../../src/check/spec-command.ts'
import { createLeanChecker, leanEnvironment, MAX_SPEC_OUTPUT, withoutWorkspace } from '../../../src/check/spec-lean.ts'
import type { SpecChecker } from '../../../src/check/spec.ts'
import type { CheckOutcome } from '../../../src/types.ts'
import { sessionAt } from '../../support/gate/gate-world.ts'

const STAND_IN = new URL('../../fixtures/lean-stand-in.mjs', import.meta.url).pathname
const root = realpathSync(mkdtempSync(join(tmpdir(), 'spec-lean-')))
const bin = join(root, 'bin')
const workspace = join(root, 'ws')
mkdirSync(bin)
mkdirSync(workspace)
copyFileSync(STAND_IN, join(bin, 'lean'))
chmodSync(join(bin, 'lean'), 0o755)
const processes = createProcesses()
afterAll(() => {
  processes.dispose()
  rmSync(root, { recursive: true, force: true })
})

const path = [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter)
const session = sessionAt(workspace)
const signal = new AbortController().signal

function deps(checkTimeoutMs = 20_000, env: Record<string, string> = { PATH: path }): Parameters<typeof createLeanChecker>[0] {
  return { settings: { checkTimeoutMs }, process: processes, env, now: () => 0 }
}

async function check(checker: SpecChecker, text: string, abort: AbortSignal = signal): Promise<CheckOutcome> {
  const file = join(workspace, 'x.spec.lean')
  writeFileSync(file, text)
  return checker.check({ path: file, text }, session, abort)
}

describe('lean on PATH', () => {
  it.each([['theorem t : True := trivial'], ['UNUSED theorem t : True := trivial']])('accepts %j', async (text) => {
    expect(await check(createLeanChecker(deps()), text)).toEqual({ kind: 'ok' })
  })

  it.each([
    ['FALSE', [{ message: 'unsolved goals ⊢ False', line: 2, column: 5 }]],
    ['SORRY', [{ message: "declaration uses 'sorry'", line: 3, column: 9 }]],
    ['NEWSORRY', [{ message: "declaration uses 'sorry'", line: 3, column: 9 }, { message: 'declaration uses `sorry`', line: 4, column: 9 }]],
  ])('rejects %s with its diagnostics, columns counted from 1', async (text, diagnostics) => {
    expect(await check(createLeanChecker(deps()), text)).toEqual({ kind: 'errors', diagnostics, total: diagnostics.length })
  })

  it.each(['theorem t : False := by sorry', 'theorem t : False := by\n  admit', 'set_option warn.sorry false\ntheorem t : False := sorryAx _', '#exit\ntheorem t'])('rejects what Lean was told to keep quiet about: %j', async (text) => {
    expect((await check(createLeanChecker(deps()), text)).kind).toBe('errors')
  })

  it.each(['-- sorry\ntheorem t : True := trivial', '/- sorry /- admit -/ -/ theorem t : True := trivial', 'def s := "sorry"', 'theorem admit_ok : True := trivial'])('does not take a word for a proof that is left out: %j', async (text) => {
    expect((await check(createLeanChecker(deps()), text)).kind).toBe('ok')
  })

  it.each([['CRASH', /was ended by a signal/], ['BROKEN', /code 1: error: toolchain is not installed/], ['FLOOD', new RegExp(`more than ${MAX_SPEC_OUTPUT} bytes`)]])('that does %s has failed itself', async (text, reason) => {
    expect(await check(createLeanChecker(deps()), text)).toEqual({ kind: 'failed', reason: expect.stringMatching(reason) })
  })

  it('that hangs is killed with its children', async () => {
    const outcome = await check(createLeanChecker(deps(1_500)), 'HANG')
    expect(outcome).toEqual({ kind: 'failed', reason: 'it did not end within 1500 ms and was stopped' })
    expect(processes.live()).toBe(0)
    expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n').filter(line => line.includes(join(bin, 'lean')))).toEqual([])
  })

  it('that is cancelled says so', async () => {
    const controller = new AbortController()
    setTimeout(() => { controller.abort() }, 300)
    expect(await check(createLeanChecker(deps()), 'HANG', controller.signal)).toEqual({ kind: 'failed', reason: 'it was cancelled' })
  })

  it('sees nothing of the host but what it needs', async () => {
    const env = leanEnvironment({ PATH: path, HOME: '/h', LANG: 'C', ELAN_HOME: '/e', LEAN_PATH: '/l', DEEPSEEK_API_KEY: 'secret', NODE_OPTIONS: 'x' }, 'linux')
    const outcome = await check(createLeanChecker(deps(20_000, env)), 'ENV')
    expect(outcome).toMatchObject({ kind: 'errors', diagnostics: [{ message: expect.not.stringMatching(/SECRET|KEY|NODE_OPTIONS/) }] })
    expect(Object.keys(env).sort()).toEqual(['ELAN_HOME', 'HOME', 'LANG', 'LEAN_PATH', 'PATH'])
  })

  it('is unavailable when it is not there, asked for again only after a while', async () => {
    let now = 0
    const checker = createLeanChecker({ ...deps(20_000, { PATH: workspace }), now: () => now })
    expect(await checker.unavailable(session, signal)).toBe('lean is not on PATH')
    expect(checker.describe()).toContain('not on PATH')
    now = 59_999
    expect(await checker.unavailable(session, signal)).toBe('lean is not on PATH')
    expect(await createLeanChecker(deps()).unavailable(session, signal)).toBeNull()
  })

  it('is never one that lies in the workspace', () => {
    expect(withoutWorkspace({ PATH: ['/ws', '/ws/bin', '/wsx', '/usr/bin'].join(delimiter) }, '/ws')['PATH']).toBe(['/wsx', '/usr/bin'].join(delimiter))
  })
})

describe('a configured command', () => {
  const shell = (script: string): SpecChecker => createCommandChecker(['sh', '-c', script, 'sh', '{path}'], deps(3_000))
  it.each([
    ['exit 0', { kind: 'ok' }],
    ['echo "$1:3:5: error: wrong" >&2; exit 1', { kind: 'errors', diagnostics: [{ message: 'error: wrong', line: 3, column: 5 }], total: 1 }],
    ['exit 2', { kind: 'errors', total: 1 }],
    ['exit 126', { kind: 'failed' }], ['exit 127', { kind: 'failed' }], ['kill -9 $$', { kind: 'failed' }], ['sleep 30', { kind: 'failed' }],
  ])('%s', async (script, outcome) => {
    expect(await check(shell(script), 'theorem')).toMatchObject(outcome)
  })

  it('that is missing fails the check instead of opening the gate', async () => {
    const checker = createCommandChecker(['no-such-checker-anywhere', '{path}'], deps())
    expect(await checker.unavailable(session, signal)).toBeNull()
    expect(await check(checker, 'theorem')).toMatchObject({ kind: 'failed', reason: expect.stringContaining('could not be started') })
  })

  it('understands the JSON lines of lean', async () => {
    expect(await check(createCommandChecker(['lean', '--json', '{path}'], deps()), 'FALSE')).toMatchObject({ kind: 'errors', diagnostics: [{ line: 2, column: 5 }] })
  })
})

const realLean = (() => {
  try {
    return execFileSync('lean', ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).startsWith('Lean')
  } catch {
    return false
  }
})()

describe('the real lean', () => {
  it.runIf(realLean)('accepts a proof and rejects sorry and a false one (skipped where lean is not installed)', async () => {
    const checker = createLeanChecker(deps(60_000, leanEnvironment(process.env, process.platform)))
    expect(await check(checker, 'theorem t : True := trivial\n')).toEqual({ kind: 'ok' })
    expect((await check(checker, 'theorem t : False := by sorry\n')).kind).toBe('errors')
    expect((await check(checker, 'theorem t : False := trivial\n')).kind).toBe('errors')
  })
})
