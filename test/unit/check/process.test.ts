import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createProcesses } from '../../../src/check/process.ts'
import type { ProcessResult } from '../../../src/check/process.ts'

const processes = createProcesses()
const node = process.execPath
const posix = process.platform !== 'win32'
const folders: string[] = []

interface Options { timeoutMs?: number, maxOutputBytes?: number, signal?: AbortSignal, env?: Record<string, string>, stdin?: string, cwd?: string }

function run(command: readonly [string, ...string[]], options: Options = {}): Promise<ProcessResult> {
  return processes.run(command, { cwd: tmpdir(), timeoutMs: 20_000, maxOutputBytes: 100_000, signal: new AbortController().signal, env: { PATH: process.env['PATH'] ?? '' }, ...options })
}
const script = (text: string): readonly [string, ...string[]] => [node, '-e', text]

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'shooty-test-'))
  folders.push(made)
  return made
}
afterEach(async () => {
  for (const made of folders.splice(0)) await rm(made, { recursive: true, force: true })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
async function gone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (!isAlive(pid)) return true
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return false
}

describe('a program that comes to its own end', () => {
  it('gives both streams and its exit code', async () => {
    const result = await run(script('console.log("out"); console.error("err"); process.exitCode = 3'))
    expect(result).toEqual({ started: true, exitCode: 3, killedBy: null, stdout: 'out\n', stderr: 'err\n', error: null })
  })

  it('sees the given environment and nothing of the host', async () => {
    process.env['SHOOTY_TEST_SECRET'] = 'x'
    const result = await run(script('console.log(JSON.stringify([process.env.SHOOTY_TEST_SECRET, process.env.ONLY]))'), { env: { ONLY: 'this' } })
    delete process.env['SHOOTY_TEST_SECRET']
    expect(JSON.parse(result.stdout)).toEqual([null, 'this'])
  })

  it('reads what it is given on standard input, and an empty input otherwise', async () => {
    const cat = script('process.stdin.pipe(process.stdout)')
    expect((await run(cat, { stdin: 'häl\n'.repeat(10_000), maxOutputBytes: 1_000_000 })).stdout).toBe('häl\n'.repeat(10_000))
    expect(await run(cat)).toMatchObject({ exitCode: 0, stdout: '', killedBy: null })
  })

  it('may leave its input unread', async () => {
    expect(await run(script('process.exitCode = 0'), { stdin: 'x'.repeat(5_000_000) })).toMatchObject({ exitCode: 0, killedBy: null })
  })

  it.runIf(posix)('is reported with the signal that it died of', async () => {
    expect(await run(script('process.kill(process.pid, "SIGSEGV"); setTimeout(() => {}, 9e4)'))).toMatchObject({ started: true, exitCode: null, killedBy: null, error: 'died of signal SIGSEGV' })
  })

  it('takes no shell: what looks like one is an argument', async () => {
    expect((await run([node, '-p', 'process.argv[1]', '--', '; echo x > y $(id)'])).stdout).toBe('; echo x > y $(id)\n')
  })
})

describe('a program that cannot be started', () => {
  it.each<[string, readonly [string, ...string[]], Options, RegExp]>([
    ['is missing', ['shooty-no-such-program'], {}, /ENOENT/],
    ['has an argument with a NUL', [node, 'a\0b'], {}, /null bytes/],
    ['has no folder to run in', [node, '-v'], { cwd: join(tmpdir(), 'shooty-no-such-folder') }, /ENOENT/],
  ])('%s', async (_name, command, options, error) => {
    const result = await run(command, options)
    expect(result).toMatchObject({ started: false, exitCode: null, killedBy: null })
    expect(result.error).toMatch(error)
  })

  it('is not even tried when the turn was cancelled before', async () => {
    const path = join(await folder(), 'touched')
    const result = await run(script(`require('fs').writeFileSync(${JSON.stringify(path)}, '')`), { signal: AbortSignal.abort() })
    expect(result).toMatchObject({ started: false, killedBy: 'abort' })
    await expect(readFile(path)).rejects.toThrow()
  })
})

describe('the bounds', () => {
  it.each([
    ['exactly at the limit', 1_000, null],
    ['one byte over it', 1_001, 'output' as const],
  ])('output %s', async (_name, bytes, killedBy) => {
    const result = await run(script(`process.stdout.write('x'.repeat(${bytes}))`), { maxOutputBytes: 1_000 })
    expect(result.killedBy).toBe(killedBy)
    expect(result.stdout.length).toBe(1_000)
  })

  it('counts both streams together', async () => {
    const text = 'process.stdout.write("x".repeat(600)); process.stderr.write("y".repeat(600)); setTimeout(() => {}, 9e4)'
    const result = await run(script(text), { maxOutputBytes: 1_000 })
    expect(result.killedBy).toBe('output')
    expect(result.stdout.length + result.stderr.length).toBe(1_000)
  })

  it('never gives half a character', async () => {
    expect((await run(script('process.stdout.write("ä".repeat(10))'), { maxOutputBytes: 5 })).stdout).toBe('ää')
  })

  it('stops a flood', async () => {
    const began = Date.now()
    expect(await run(script('for (;;) require("fs").writeSync(1, "x".repeat(65536))'), { maxOutputBytes: 100_000 })).toMatchObject({ killedBy: 'output' })
    expect(Date.now() - began).toBeLessThan(10_000)
  })

  it.runIf(posix)('stops a hang with everything it started', async () => {
    const result = await run(['/bin/sh', '-c', 'sleep 300 & echo $!; trap "" TERM; sleep 300'], { timeoutMs: 500 })
    expect(result).toMatchObject({ started: true, exitCode: null, killedBy: 'timeout' })
    expect(await gone(Number(result.stdout))).toBe(true)
  })

  it.runIf(posix)('takes along what a program left behind when it ended', async () => {
    const began = Date.now()
    const result = await run(['/bin/sh', '-c', 'sleep 300 & echo $!'])
    expect(result).toMatchObject({ exitCode: 0, killedBy: null })
    expect(await gone(Number(result.stdout))).toBe(true)
    expect(Date.now() - began).toBeLessThan(5_000)
  })

  it.runIf(posix)('does not wait for a grandchild that left the group and holds the pipe', async () => {
    const began = Date.now()
    const text = `const c = require('child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20000)'], { detached: true, stdio: ['ignore', 1, 2] }); c.unref(); console.log(c.pid)`
    const result = await run(script(text))
    expect(result.exitCode).toBe(0)
    expect(Date.now() - began).toBeLessThan(10_000)
    // The known gap: such a one lives on.
    process.kill(Number(result.stdout), 'SIGKILL')
  })

  it('ends a run when the turn is cancelled', async () => {
    const controller = new AbortController()
    const running = run(script('setTimeout(() => {}, 90000)'), { signal: controller.signal })
    setTimeout(() => { controller.abort() }, 300)
    expect(await running).toMatchObject({ started: true, killedBy: 'abort' })
  })

  it('takes the longest time that a timer knows for a longer one', async () => {
    expect(await run(script('process.exitCode = 0'), { timeoutMs: 1e12 })).toMatchObject({ exitCode: 0, killedBy: null })
  })
})

describe('the host', () => {
  it('keeps no listener and no child after a run', async () => {
    const before = process.listenerCount('exit')
    const own = createProcesses()
    const options = { cwd: tmpdir(), timeoutMs: 10_000, maxOutputBytes: 10, env: {}, signal: new AbortController().signal }
    const running = [own.run(script(''), options), own.run(script(''), options)]
    expect(own.live()).toBe(2)
    expect(process.listenerCount('exit')).toBe(before + 1)
    await Promise.all(running)
    expect(own.live()).toBe(0)
    expect(process.listenerCount('exit')).toBe(before)
  })

  it('ends every child on dispose', async () => {
    const own = createProcesses()
    const running = own.run(script('setTimeout(() => {}, 90000)'), { cwd: tmpdir(), timeoutMs: 90_000, maxOutputBytes: 10, env: {}, signal: new AbortController().signal })
    own.dispose()
    expect(await running).toMatchObject({ killedBy: 'abort' })
    own.dispose()
  })

  it.runIf(posix)('takes its children along when it exits', async () => {
    const built = new URL('../../../.cache/modules/check/process.js', import.meta.url).href
    const path = join(await folder(), 'pid')
    const inner = `require('fs').writeFileSync(${JSON.stringify(path)}, String(process.pid)); setTimeout(() => {}, 90000)`
    const host = `
      import { createProcesses } from ${JSON.stringify(built)}
      import { existsSync, readFileSync } from 'node:fs'
      void createProcesses().run([process.execPath, '-e', ${JSON.stringify(inner)}], { cwd: '/', timeoutMs: 90000, maxOutputBytes: 10, env: {}, signal: new AbortController().signal })
      setInterval(() => { if (existsSync(${JSON.stringify(path)}) && readFileSync(${JSON.stringify(path)}, 'utf8') !== '') process.exit(0) }, 50)
    `
    const child = spawn(node, ['--input-type=module', '-e', host], { stdio: 'inherit' })
    expect(await new Promise(resolve => child.on('exit', resolve))).toBe(0)
    expect(await gone(Number(await readFile(path, 'utf8')))).toBe(true)
  })
})
