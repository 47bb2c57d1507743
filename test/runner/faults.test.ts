import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ScriptRunner } from '../../src/pool/create.ts'
import { CANARY_ACTIONS, canary, createRealPool, eventually, pidOfBusyRunner, scriptJob } from '../support/runner/guard-pool.ts'

let pool: ScriptRunner
beforeAll(() => { pool = createRealPool() })
afterAll(() => pool.dispose())
// Whatever happened before, the next guard must not notice.
afterEach(async () => { expect(await canary(pool)).toMatchObject({ fault: null, actions: CANARY_ACTIONS }) })

describe('a guard that fails by itself', () => {
  it.each([
    ['throws', 'const a = 1\n\nthrow new Error("bad")', { code: 'script_threw', message: 'Error: bad', position: { line: 3, column: 7 } }],
    ['meets a TypeError', 'const a = null\nif (a.b) vance.guard.deny("x")', { code: 'script_threw', position: { line: 2, column: 7 } }],
    ['throws in a callback', 'const f = () => {\n  throw new TypeError("deep")\n}\n;[1].map(f)', { code: 'script_threw', message: 'TypeError: deep', position: { line: 2, column: 9 } }],
    ['throws after an await', 'await null\nthrow new Error("late")', { code: 'script_threw', message: 'Error: late', position: { line: 2, column: 7 } }],
    ['uses an action of another Point', '\nvance.guard.continueWith("x")', { code: 'wrong_action', position: { line: 2, column: 13 } }],
    ['recurses without end', 'function f() { f() }\nf()', { code: 'script_threw', message: expect.stringContaining('Maximum call stack size exceeded') }],
    ['waits for what never comes', 'await new Promise(() => {})', { code: 'never_settled' }],
    ['waits for two of which one never comes', 'await Promise.all([1, new Promise(() => {})])', { code: 'never_settled' }],
    ['rejects', 'await Promise.reject(new RangeError("r"))', { code: 'script_threw', message: 'RangeError: r' }],
    ['takes too many steps', 'let n = 0\nfor (;;) {\n  n += 1\n}', { code: 'step_limit', position: { line: 2 } }],
    ['takes too many steps and goes on', 'for (;;) {\n  try { for (;;) {} } catch {}\n}', { code: 'step_limit' }],
    ['takes too many steps, goes on and returns', 'try { for (;;) {} } catch { return 1 }', { code: 'step_limit', position: { line: 1 } }],
    ['takes too many steps in calls', 'const f = n => n < 2 ? 1 : f(n - 1) + f(n - 2)\nf(60)', { code: 'step_limit', position: { line: 1 } }],
    ['leaves too many steps behind', 'Promise.resolve().then(() => { for (;;) {} })', { code: 'step_limit' }],
  ])('%s: the fault says so, with the line', async (_name, body, fault) => {
    const report = await pool.run(scriptJob(body))
    expect(report.fault).toMatchObject(fault)
    expect(report.cancelled).toBe(false)
    // None of these costs a runner.
    expect(pool.stats()).toMatchObject({ deaths: 0, kills: { timeout: 0, memory: 0, cancelled: 0, protocol: 0 } })
    expect(pool.stats().started).toBeLessThanOrEqual(2)
  })

  it('keeps what the guard did before', async () => {
    const report = await pool.run(scriptJob('vance.log.info("here", { a: 1 })\nvance.guard.deny("r")\nnull.x'))
    expect(report).toMatchObject({ actions: [{ kind: 'deny', reason: 'r' }], logs: [{ level: 'info', text: 'here', data: { a: 1 } }], fault: { code: 'script_threw' } })
  })
})

describe('a guard that does not end', () => {
  const withoutSteps = createRealPool({ sandbox: { maxSteps: 0 } })
  afterAll(() => withoutSteps.dispose())
  it.each([
    ['a loop, without a step limit', 'for (;;) {}'],
    ['a loop that catches everything', 'for (;;) { try { for (;;) {} } catch {} }'],
    ['a regular expression', '/^(a+)+$/.test("a".repeat(40) + "!")'],
    ['a sort', '[3, 2, 1].sort(() => { for (;;); })'],
    ['a power', '9n ** (9n ** 9n)'],
    ['finally blocks', 'function f() { try { f() } finally { f() } }\nf()'],
    ['microtasks that it leaves behind', '(async () => { for (;;) await null })()'],
    ['a getter of what it throws', 'throw { get message() { for (;;); } }'],
    ['a getter of what it hands over', 'vance.guard.loopValues.set("k", { get a() { for (;;); } })'],
  ])('%s: it is stopped at its time', async (_name, body) => {
    await canary(withoutSteps)
    const report = await withoutSteps.run(scriptJob(body, { timeoutMs: 700 }))
    expect(report.fault).toMatchObject({ code: 'timeout' })
    expect(report.ms).toBeLessThan(5000)
    expect(await canary(withoutSteps)).toMatchObject({ fault: null, actions: CANARY_ACTIONS })
  })
})

describe('a guard that uses up memory', () => {
  it.each([
    ['a list that grows', 'const a = []\nfor (let i = 0; ; i++) a.push(i)'],
    ['a list that is filled', 'new Array(1e8).fill(0)'],
    ['a list from a length', 'Array.from({ length: 1e8 })'],
    ['a text that is split', '"x".repeat(2 ** 28).split("")'],
    ['a text that is written as JSON', 'const texts = []\nfor (let i = 0; i < 9; i++) texts.push(JSON.stringify("x".repeat(2 ** 28)))'],
    ['spread arguments', 'Math.max(...new Array(1e7).fill(1))'],
    ['an object that grows', 'const m = {}\nfor (let i = 0; ; i++) m["k" + i] = i'],
    ['a map that grows', 'const m = new Map()\nfor (let i = 0; ; i++) m.set(i, i)'],
    ['texts that are made flat', 'const texts = []\nfor (let i = 0; i < 9; i++) { const t = "x".repeat(2 ** 28) + i; /y$/.test(t); texts.push(t) }'],
  ])('%s: it is stopped, told as memory, and the host goes on', async (_name, body) => {
    const noSteps = createRealPool({ sandbox: { maxSteps: 0 } })
    try {
      const report = await noSteps.run(scriptJob(body, { timeoutMs: 55_000 }))
      expect(report.fault).toMatchObject({ code: 'memory_limit' })
      expect(await canary(noSteps)).toMatchObject({ fault: null, actions: CANARY_ACTIONS })
    } finally {
      await noSteps.dispose()
    }
  })

  it.skipIf(process.platform !== 'linux')('in a way that the heap limit lets through is stopped by the watch', async () => {
    const noSteps = createRealPool({ sandbox: { maxSteps: 0 } })
    try {
      // One text alone, made flat: over half a gigabyte beside a heap of 64 MiB.
      const report = await noSteps.run(scriptJob('const text = "x".repeat(2 ** 29 - 24)\nfor (let i = 0; i < 20; i++) text.indexOf("y")'))
      expect(report.fault).toMatchObject({ code: 'memory_limit', message: expect.stringContaining('more memory than its runner may have') })
      expect(noSteps.stats()).toMatchObject({ deaths: 0, kills: { memory: 1 } })
      expect(await canary(noSteps)).toMatchObject({ fault: null, actions: CANARY_ACTIONS })
    } finally {
      await noSteps.dispose()
    }
  })

  it('is not stopped for an error whose text is huge; the text is only counted', async () => {
    const report = await pool.run(scriptJob('throw new Error("x".repeat(1e8))'))
    expect(report.fault).toMatchObject({ code: 'script_threw', message: 'Error: [a text of 100000000 characters]' })
  })
})

describe('a runner that dies under a guard', () => {
  it('is told as that, and the next guard has another', async () => {
    const report = pool.run(scriptJob('/^(a+)+$/.test("a".repeat(40) + "!")', { call: async () => null }))
    const pid = await pidOfBusyRunner(pool)
    process.kill(pid, 'SIGTERM')
    // It had run others before, so the job is given once more to a fresh one.
    await eventually('the job runs again', () => pool.stats().runners.some(runner => runner.state === 'busy' && runner.pid !== pid))
    process.kill(await pidOfBusyRunner(pool), 'SIGTERM')
    expect((await report).fault).toMatchObject({ code: 'runner_died', message: expect.stringContaining('SIGTERM') })
  })

  it('does not take down a guard that comes after an earlier one\'s garbage', async () => {
    const small = createRealPool({ sandbox: { maxSteps: 0, maxRunners: 1 } })
    try {
      await canary(small)
      const pid = small.stats().runners[0]?.pid ?? 0
      const report = small.run(scriptJob('const end = 3e6; let n = 0; for (let i = 0; i < end; i++) n += i; vance.guard.deny("ran")'))
      process.kill(pid, 'SIGABRT')
      expect(await report).toMatchObject({ fault: null, actions: [{ kind: 'deny', reason: 'ran' }] })
      expect(small.stats()).toMatchObject({ reruns: 1, deaths: 1 })
    } finally {
      await small.dispose()
    }
  })
})

describe('more runs than runners', () => {
  it('wait in order, and one whose time is over says that none was free', async () => {
    const one = createRealPool({ sandbox: { maxRunners: 1, maxSteps: 0 } })
    try {
      await canary(one)
      const long = one.run(scriptJob('/^(a+)+$/.test("a".repeat(40) + "!")', { timeoutMs: 1500 }))
      const short = one.run(scriptJob('return 1', { timeoutMs: 300 }))
      const patient = one.run(scriptJob('vance.guard.deny("came")'))
      expect((await short).fault).toMatchObject({ code: 'no_runner_free' })
      expect((await long).fault).toMatchObject({ code: 'timeout' })
      expect(await patient).toMatchObject({ fault: null, actions: [{ reason: 'came' }] })
      expect(one.stats().runners.length).toBeLessThanOrEqual(1)
    } finally {
      await one.dispose()
    }
  })

  it('all get their own answers', async () => {
    const reports = await Promise.all(Array.from({ length: 100 }, (_item, index) => pool.run(scriptJob('vance.guard.deny(vance.params.mine + vance.documents.read("x"))', {
      params: { mine: `p${index}` }, call: async () => ` a${index}`,
    }))))
    expect(reports.map(report => report.actions)).toEqual(Array.from({ length: 100 }, (_item, index) => [{ kind: 'deny', reason: `p${index} a${index}` }]))
    expect(pool.stats().runners.length).toBeLessThanOrEqual(2)
  })
})

describe('a turn that is cancelled', () => {
  it('ends a running guard at once, whatever it does', async () => {
    const turn = new AbortController()
    const report = pool.run(scriptJob('/^(a+)+$/.test("a".repeat(40) + "!")', { signal: turn.signal }))
    await pidOfBusyRunner(pool)
    turn.abort()
    expect(await report).toMatchObject({ cancelled: true, fault: null })
  })

  it('aborts the host call that the guard waits for', async () => {
    const turn = new AbortController()
    let aborted = false
    const report = pool.run(scriptJob('vance.llm.call("r", "p")', {
      signal: turn.signal,
      call: (_method, _args, signal) => new Promise(() => {
        signal.addEventListener('abort', () => { aborted = true })
        setTimeout(() => { turn.abort() }, 50)
      }),
    }))
    expect(await report).toMatchObject({ cancelled: true })
    expect(aborted).toBe(true)
  })
})
