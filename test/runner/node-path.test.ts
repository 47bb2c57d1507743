/** Where the runner's code and its Node may lie: other binaries, none, symlinks, odd folder names. */
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ScriptRunner } from '../../src/pool/create.ts'
import { CANARY_ACTIONS, LIB, canary, createRealPool, scriptJob, type RealPoolOptions } from '../support/runner/guard-pool.ts'

let folder = ''
beforeAll(() => { folder = realpathSync(mkdtempSync(join(tmpdir(), 'node-path-'))) })
afterAll(() => { rmSync(folder, { recursive: true }) })

async function withPool<T>(options: RealPoolOptions, use: (pool: ScriptRunner) => Promise<T>): Promise<T> {
  const pool = createRealPool(options)
  try {
    return await use(pool)
  } finally {
    await pool.dispose()
  }
}

describe('sandbox.nodePath', () => {
  it('may be another path to a Node', async () => {
    const link = join(folder, 'my node')
    symlinkSync(process.execPath, link)
    await withPool({ sandbox: { nodePath: link } }, async (pool) => {
      expect(await canary(pool)).toMatchObject({ fault: null, actions: CANARY_ACTIONS })
      expect(pool.stats().detail).toBe(link)
    })
  })

  it('that leads nowhere is a fault that says what to do, each time, and the host goes on', async () => {
    await withPool({ sandbox: { nodePath: join(folder, 'none') } }, async (pool) => {
      for (let count = 0; count < 2; count += 1) {
        expect((await canary(pool)).fault).toMatchObject({ code: 'runner_unavailable', message: expect.stringMatching(/none could not be run \(ENOENT\); set sandbox\.nodePath/) })
      }
    })
  })

  it('that is put right meanwhile is found', async () => {
    const path = join(folder, 'later')
    await withPool({ sandbox: { nodePath: path } }, async (pool) => {
      expect((await canary(pool)).fault).toMatchObject({ code: 'runner_unavailable' })
      symlinkSync(process.execPath, path)
      expect(await canary(pool)).toMatchObject({ fault: null })
    })
  })

  it('that is no Node is not taken for one', async () => {
    const path = join(folder, 'other')
    writeFileSync(path, '#!/bin/sh\necho hello\n', { mode: 0o755 })
    await withPool({ sandbox: { nodePath: path } }, async (pool) => {
      expect((await canary(pool)).fault).toMatchObject({ code: 'runner_unavailable', message: expect.stringContaining('is not Node') })
    })
  })
})

describe('a package', () => {
  /** Copies of the built package and of what SES consists of, laid out as an installer does. */
  function install(name: string, linked: boolean): string {
    const home = join(folder, name)
    const ses = dirname(fileURLToPath(import.meta.resolve('ses/package.json')))
    const own = linked ? join(home, 'store', 'own', 'node_modules', 'dsh-shooty') : join(home, 'node_modules', 'dsh-shooty')
    const foreign = linked ? join(home, 'store', 'ses', 'node_modules', 'ses') : join(home, 'node_modules', 'ses')
    mkdirSync(own, { recursive: true })
    cpSync(LIB, join(own, 'lib'), { recursive: true })
    writeFileSync(join(own, 'package.json'), '{"type":"module"}')
    cpSync(ses, foreign, { recursive: true })
    if (!linked) return join(own, 'lib')
    symlinkSync(foreign, join(home, 'store', 'own', 'node_modules', 'ses'))
    mkdirSync(join(home, 'node_modules'))
    symlinkSync(own, join(home, 'node_modules', 'dsh-shooty'))
    return join(home, 'node_modules', 'dsh-shooty', 'lib')
  }

  it.each([
    ['in a plain folder', 'plain', false],
    ['behind symlinks into a store', 'linked', true],
    ['in a folder with blanks, a comma, a star and quotes', `od d, "na*me's" $HOME`, true],
  ])('%s runs guards', async (_name, name, linked) => {
    await withPool({ libDir: install(name, linked) }, async (pool) => {
      expect(await canary(pool)).toMatchObject({ fault: null, actions: CANARY_ACTIONS })
    })
  })
})

describe('a host that is not Node', () => {
  it('has its guards run in threads, and says so', async () => {
    await withPool({ host: { execPath: '/usr/bin/dsh', versions: process.versions, isSingleExecutable: true, findNode: () => null } }, async (pool) => {
      expect(await canary(pool)).toMatchObject({ fault: null, actions: CANARY_ACTIONS })
      expect(pool.stats()).toMatchObject({ kind: 'worker', memoryContained: false, detail: expect.stringContaining('single-executable') })
    })
  })
})

describe('runners that are threads', () => {
  it.each([
    ['a refusal', 'vance.guard.deny("x")', { fault: null, actions: [{ kind: 'deny', reason: 'x' }] }],
    ['a host call', 'vance.guard.deny(vance.documents.read("x") + vance.documents.read("y"))', { fault: null, actions: [{ kind: 'deny', reason: 'aa' }] }],
    ['an error with its line', '\nnull.x', { fault: { code: 'script_threw', position: { line: 2, column: 6 } } }],
    ['too many steps', 'for (;;) {}', { fault: { code: 'step_limit' } }],
    ['a promise that never settles', 'await new Promise(() => {})', { fault: { code: 'never_settled' } }],
    ['an endless regular expression', '/^(a+)+$/.test("a".repeat(40) + "!")', { fault: { code: 'timeout' } }],
    ['endless recursion', 'function f() { f() }\nf()', { fault: { code: 'script_threw' } }],
    ['the process', 'vance.guard.deny(typeof process + typeof require)', { actions: [{ kind: 'deny', reason: 'undefinedundefined' }] }],
  ])('bring %s to the same end', async (_name, body, expected) => {
    await withPool({ sandbox: { runner: 'worker' } }, async (pool) => {
      await canary(pool)
      expect(await pool.run(scriptJob(body, { timeoutMs: body.startsWith('/') ? 700 : 30_000, call: async () => 'a' }))).toMatchObject(expected)
      expect(await canary(pool)).toMatchObject({ fault: null, actions: CANARY_ACTIONS })
    })
  })

  it('are gone when the pool is disposed of, in the middle of a guard', async () => {
    const pool = createRealPool({ sandbox: { runner: 'worker', maxSteps: 0 } })
    await canary(pool)
    const report = pool.run(scriptJob('/^(a+)+$/.test("a".repeat(40) + "!")'))
    await pool.dispose()
    expect(await report).toMatchObject({ cancelled: true })
  })
})
