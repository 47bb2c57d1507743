import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createProcesses } from '../../../src/check/process.ts'
import { createCommandChecker } from '../../../src/check/spec-command.ts'
import { withoutWorkspace } from '../../../src/check/find-lean.ts'
import { createLeanChecker, leanEnvironment, MAX_SPEC_OUTPUT } from '../../../src/check/spec-lean.ts'
import type { SpecChecker } from '../../../src/check/spec-checker.ts'
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
  return { settings: { checkTimeoutMs, leanPath: null }, process: processes, env, now: () => 0 }
}

async function check(checker: SpecChecker, text: string, abort: AbortSignal = signal): Promise<CheckOutcome> {
  const file = join(workspace, 'x.spec.lean')
  writeFileSync(file, text)
  return checker.check({ path: file, text }, session, abort)
}

describe('lean on PATH', () => {
  it('accepts what Lean accepts', async () => {
    expect(await check(createLeanChecker(deps()), 'theorem t : True := trivial')).toEqual({ kind: 'ok' })
  })

  it('takes warnings for errors, hears of every error, and takes no misspelt name for a variable', async () => {
    expect(await check(createLeanChecker(deps()), 'UNUSED theorem')).toMatchObject({ kind: 'errors', diagnostics: [{ message: 'unused variable `x`' }] })
    expect(await check(createLeanChecker(deps()), 'MANY')).toMatchObject({ kind: 'errors', total: 150 })
    expect(await check(createLeanChecker(deps()), 'theorem t : MISSPELT = MISSPELT := rfl')).toMatchObject({ kind: 'errors', diagnostics: [{ message: 'unknown identifier `MISSPELT`' }] })
  })

  it('that stops at its heartbeat budget has found nothing', async () => {
    expect(await check(createLeanChecker(deps()), 'BUDGET')).toMatchObject({ kind: 'failed', reason: expect.stringContaining('neither proved nor refuted') })
    expect(await check(createLeanChecker(deps()), 'BUDGET FALSE')).toMatchObject({ kind: 'errors', total: 1 })
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
    expect(await checker.unavailable(session, signal)).toContain('lean is not on PATH')
    expect(checker.describe()).toContain('not on PATH')
    now = 59_999
    expect(await checker.unavailable(session, signal)).toContain('lean is not on PATH')
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

describe('which lean checks', () => {
  const line = (version: string): string => `Lean (version ${version}, x86_64-unknown-linux-gnu, commit 0d7b4f1d2c3a, Release)`
  /** A folder with a `lean` of its own that says `says` of its version. */
  const leanIn = (folder: string, says: string | null): string => {
    mkdirSync(folder, { recursive: true })
    copyFileSync(STAND_IN, join(folder, 'lean'))
    chmodSync(join(folder, 'lean'), 0o755)
    if (says !== null) writeFileSync(join(folder, 'says'), says)
    return join(folder, 'lean')
  }
  let worlds = 0
  /** elan's home with these toolchains, and one `lean` on PATH. */
  const world = (toolchains: Readonly<Record<string, string>>, onPath: string | null, leanPath: string | null = null): ReturnType<typeof createLeanChecker> => {
    const home = join(root, `world-${worlds += 1}`)
    for (const [name, says] of Object.entries(toolchains)) leanIn(join(home, 'elan', 'toolchains', name, 'bin'), says)
    mkdirSync(join(home, 'bin'), { recursive: true })
    if (onPath !== null) leanIn(join(home, 'bin'), onPath)
    const env = { PATH: [join(home, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter), ELAN_HOME: join(home, 'elan') }
    return createLeanChecker({ settings: { checkTimeoutMs: 20_000, leanPath }, process: processes, env, now: () => 0 })
  }
  const GOOD = 'theorem t : True := trivial'

  it('is the newest release of elan before candidates, old ones and PATH', async () => {
    const checker = world({
      'leanprover--lean4---v4.9.0': line('4.9.0'), 'leanprover--lean4---v4.34.0': line('4.34.0'), 'leanprover--lean4---v4.35.0-rc1': line('4.35.0-rc1'), 'my-own': line('4.40.0'),
    }, line('4.36.0'))
    expect(await check(checker, GOOD)).toEqual({ kind: 'ok' })
    expect(checker.describe()).toMatch(/^Lean 4\.34\.0 \(.*v4\.34\.0/)
  })

  it.each<[string, Record<string, string>, string, RegExp]>([
    ['PATH where elan has none', {}, line('4.33.1'), /^Lean 4\.33\.1 \(lean\)/],
    ['PATH where those of elan are too old', { 'v4.20.0': line('4.20.0') }, line('4.34.2'), /^Lean 4\.34\.2 \(lean\)/],
    ['a candidate where there is nothing else', { 'v4.34.0-rc2': line('4.34.0-rc2') }, line('4.0.0'), /^Lean 4\.34\.0-rc2/],
    ['one in elan although PATH leads to its shim', { 'v4.33.1': line('4.33.1') }, 'error: no default toolchain configured', /^Lean 4\.33\.1 /],
  ])('is %s', async (_name, toolchains, onPath, described) => {
    const checker = world(toolchains, onPath)
    expect(await check(checker, GOOD)).toEqual({ kind: 'ok' })
    expect(checker.describe()).toMatch(described)
  })

  it.each<[string, string, RegExp]>([
    ['older than the floor', line('4.33.0'), /is Lean 4\.33\.0, older than 4\.33\.1: what it accepts proves nothing; install Lean 4\.33\.1 or newer, or set leanPath/],
    ['much older', line('4.12.0'), /older than 4\.33\.1/],
    ['a candidate of the floor', line('4.33.1-rc1'), /is Lean 4\.33\.1-rc1, older/],
    ['Lean 3', 'Lean (version 3.51.1, commit cce7990ea86a, Release)', /older/],
    ['another program', 'v24.16.0', /not Lean's answer \("v24\.16\.0"\)/],
    ['another program of that name', 'lean 1.0.221, the lean CLI (version 9.9.9)', /not Lean's answer/],
    ['elan\'s shim alone', 'error: no default toolchain configured', /shim without a default toolchain/],
    ['silent', '', /not Lean's answer/],
  ])('that is %s proves nothing: it has failed, and says why', async (_name, says, reason) => {
    const checker = world({}, says)
    expect(await checker.unavailable(session, signal)).toBeNull()
    expect(await check(checker, GOOD)).toEqual({ kind: 'failed', reason: expect.stringMatching(reason) })
    expect(checker.describe()).toMatch(reason)
  })

  it('is leanPath and no other', async () => {
    const mine = leanIn(join(root, 'mine'), line('4.50.0'))
    const checker = world({ 'v4.34.0': line('4.34.0') }, line('4.34.0'), mine)
    expect(await check(checker, GOOD)).toEqual({ kind: 'ok' })
    expect(checker.describe()).toBe(`Lean 4.50.0 (${mine})`)
    const wrong = world({ 'v4.34.0': line('4.34.0') }, null, join(root, 'nowhere', 'lean'))
    expect(await check(wrong, GOOD)).toEqual({ kind: 'failed', reason: expect.stringMatching(/^leanPath: .*could not be started/) })
  })
})

const realLean = createLeanChecker(deps(60_000, leanEnvironment(process.env, process.platform)))
const hasLean = await realLean.unavailable(session, signal) === null && !/older|shim|not Lean/.test(realLean.describe())

describe('the real lean', () => {
  it.runIf(hasLean)('accepts a proof and rejects sorry, a false one and a misspelt name (skipped where lean is not installed)', async () => {
    expect(await check(realLean, 'theorem t : True := trivial\n')).toEqual({ kind: 'ok' })
    expect((await check(realLean, 'theorem t : False := by sorry\n')).kind).toBe('errors')
    expect((await check(realLean, 'theorem t : False := trivial\n')).kind).toBe('errors')
    expect((await check(realLean, 'theorem t (xs : List α) : xs = xs := rfl\n')).kind).toBe('errors')
  })
})
