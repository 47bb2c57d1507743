/** Runners come and go with their host: none keeps it alive, none outlives it, none is left behind. */
import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { CANARY_ACTIONS, LIB, MODULES, canary, createRealPool, eventually, isAlive, pidOfBusyRunner, scriptJob } from '../support/runner/guard-pool.ts'

const hostScript = fileURLToPath(new URL('../fixtures/runner/host.mjs', import.meta.url))
const hosts: ChildProcess[] = []
afterEach(() => { for (const host of hosts.splice(0)) host.kill('SIGKILL') })

interface Host {
  readonly child: ChildProcess
  readonly lines: string[]
  readonly ended: Promise<{ readonly code: number | null, readonly signal: string | null }>
  /** The numbers that it has said after a word. */
  readonly said: (word: string) => Promise<number[]>
}

function startHost(what: string, env: Readonly<Record<string, string>> = {}, wrapper: readonly string[] = []): Host {
  const [command = process.execPath, ...args] = [...wrapper, process.execPath, hostScript, LIB, MODULES, what]
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  hosts.push(child)
  const lines: string[] = []
  child.stdout.on('data', (chunk: Buffer) => { lines.push(...chunk.toString().trim().split('\n')) })
  const ended = new Promise<{ code: number | null, signal: string | null }>((resolve) => {
    child.once('close', (code, signal) => { resolve({ code, signal }) })
  })
  const lineOf = (word: string): string | undefined => lines.find(line => line.startsWith(word))
  return {
    child, lines, ended,
    async said(word) {
      await eventually(`the host says ${word}`, () => lineOf(word) !== undefined, 30_000)
      return (lineOf(word) ?? '').split(' ').slice(1).map(Number)
    },
  }
}

async function goneAll(pids: readonly number[], ms?: number): Promise<void> {
  await eventually(`runners ${pids.join()} are gone`, () => !pids.some(isAlive), ms)
}

describe.each(['process', 'worker'])('a host with runners of kind %s', (kind) => {
  it('ends by itself when its script is done, however many runners idle', async () => {
    const host = startHost('idle', { RUNNER: kind })
    expect(await host.ended).toEqual({ code: 0, signal: null })
    expect(host.lines).toContain('actions 1')
    await goneAll((await host.said('pids')).filter(pid => pid > 0))
  })

  it('ends by itself with a runner that was only warmed up', async () => {
    expect(await startHost('warm', { RUNNER: kind }).ended).toEqual({ code: 0, signal: null })
  })

  it('does not end before a run that nobody waits for', async () => {
    const host = startHost('unawaited', { RUNNER: kind })
    expect(await host.ended).toEqual({ code: 0, signal: null })
    expect(host.lines).toEqual(['actions 1'])
  })

  it('has disposed of its runners when it says so', async () => {
    const host = startHost('disposed', { RUNNER: kind })
    expect(await host.ended).toEqual({ code: 0, signal: null })
    expect(host.lines.at(-1)).toBe('disposed 0')
    await goneAll((await host.said('pids')).filter(pid => pid > 0))
  })

  it('that exits in the middle of a guard takes the runner along', async () => {
    const host = startHost('leaving', { RUNNER: kind })
    expect(await host.ended).toEqual({ code: 3, signal: null })
    await goneAll((await host.said('pids')).filter(pid => pid > 0))
  })
})

it.skipIf(process.platform === 'win32')('a host that has no descriptors left goes on, says why no guard runs, and starts runners when it has some again', async () => {
  const host = startHost('crowded', {}, ['/bin/sh', '-c', 'ulimit -n 64; exec "$@"', 'sh'])
  expect(await host.ended).toEqual({ code: 0, signal: null })
  expect(host.lines.find(line => line.startsWith('fault'))).toMatch(/^fault runner_unavailable .*EMFILE/)
  expect(host.lines).toContain('actions 1')
})

describe('a host that is killed', () => {
  it.each(['waiting', 'calling'])('takes a runner along that is %s', async (what) => {
    const host = startHost(what)
    const pids = await host.said('pids')
    expect(pids.length).toBeGreaterThan(0)
    host.child.kill('SIGKILL')
    await host.ended
    await goneAll(pids)
  })

  it.skipIf(process.platform === 'win32')('leaves nothing that spins for ever: the kernel ends it at its processor limit', async () => {
    const host = startHost('spinning', { CPU_SECONDS: '2' })
    const pids = await host.said('pids')
    host.child.kill('SIGKILL')
    await host.ended
    expect(pids.some(isAlive)).toBe(true)
    await goneAll(pids, 40_000)
  })

  it.skipIf(process.platform === 'win32')('by Ctrl-C in its terminal decides itself what becomes of a guard', async () => {
    const host = startHost('calling')
    const pids = await host.said('pids')
    for (const pid of pids) {
      process.kill(pid, 'SIGINT')
      process.kill(pid, 'SIGHUP')
    }
    await new Promise((resolve) => { setTimeout(resolve, 300) })
    expect(pids.every(isAlive)).toBe(true)
    host.child.kill('SIGKILL')
    await goneAll(pids)
  })
})

describe('a pool', () => {
  it('starts nothing before the first job', async () => {
    const pool = createRealPool()
    expect(pool.stats()).toMatchObject({ started: 0, runners: [], kind: 'process', memoryContained: true, detail: process.execPath })
    await pool.dispose()
  })

  it('leaves no process when it is disposed of, in the middle of everything', async () => {
    const pool = createRealPool({ sandbox: { maxRunners: 3, maxSteps: 0 } })
    const reports = [1, 2, 3, 4].map(() => pool.run(scriptJob('/^(a+)+$/.test("a".repeat(40) + "!")')))
    await pidOfBusyRunner(pool)
    const pids = pool.stats().runners.flatMap(runner => runner.pid ?? [])
    await Promise.all([pool.dispose(), pool.dispose()])
    expect(pids.filter(isAlive)).toEqual([])
    for (const report of await Promise.all(reports)) expect(report).toMatchObject({ cancelled: true })
    expect(await pool.run(scriptJob('return 1'))).toMatchObject({ cancelled: true })
  })

  it('has another runner at hand when one is killed', async () => {
    const pool = createRealPool({ sandbox: { maxRunners: 2, maxSteps: 0 } })
    await canary(pool)
    const endless = pool.run(scriptJob('for (;;) {}', { timeoutMs: 5000 }))
    await eventually('the spare is ready', () => pool.stats().runners.some(runner => runner.state === 'idle'))
    const started = pool.stats().started
    expect((await endless).fault).toMatchObject({ code: 'timeout' })
    const report = await canary(pool)
    expect(report).toMatchObject({ fault: null, actions: CANARY_ACTIONS })
    expect(started).toBe(2)
    await pool.dispose()
  })

  it('replaces a runner after its number of runs, without anybody noticing', async () => {
    const pool = createRealPool({ maxRuns: 5, sandbox: { maxRunners: 2 } })
    // No runner is replaced while another one is on its way, so how often depends on how long that takes.
    for (let count = 0; count < 5000 && pool.stats().recycled < 3; count += 1) expect(await canary(pool)).toMatchObject({ fault: null, actions: CANARY_ACTIONS })
    expect(pool.stats()).toMatchObject({ recycled: 3, deaths: 0 })
    await pool.dispose()
  })

  it.skipIf(process.platform === 'win32')('tells a run that used up the processor time of its runner', async () => {
    const pool = createRealPool({ cpuSeconds: 1, sandbox: { maxSteps: 0 } })
    const report = await pool.run(scriptJob('for (;;) {}'))
    expect(report.fault).toMatchObject({ code: 'timeout', message: expect.stringContaining('processor time') })
    await pool.dispose()
  })
})
