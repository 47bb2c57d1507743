import { describe, expect, it } from 'vitest'
import type { RunnerEnd } from '../../../src/pool/link.ts'
import { createJob, createScriptedWorld, settle } from '../../support/runner/scripted-runners.ts'

const OOM: Partial<RunnerEnd> = { signal: 'SIGABRT', detail: 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory' }

describe('a run that takes too long', () => {
  it('is killed at its time, keeps the actions it made, and leaves the next job alone', async () => {
    const { pool, runners, latest, pass } = createScriptedWorld()
    const report = pool.run(createJob({ timeoutMs: 300 }))
    latest().ready()
    latest().send({ t: 'act', run: 1, action: { kind: 'deny', reason: 'r' } })
    pass(299)
    expect(runners[0]?.killed).toBe(false)
    pass(1)
    expect(await report).toMatchObject({ fault: { code: 'timeout', message: expect.stringContaining('300 ms') }, actions: [{ kind: 'deny', reason: 'r' }], ms: 300 })
    expect(runners[0]?.killed).toBe(true)
    const next = pool.run(createJob())
    latest().ready()
    latest().done()
    expect(await next).toMatchObject({ fault: null })
    expect(pool.stats().kills).toMatchObject({ timeout: 1 })
  })
})

describe('cancellation', () => {
  it('of a job that waits takes it out of the queue', async () => {
    const { pool, latest } = createScriptedWorld({ maxRunners: 1 })
    const turn = new AbortController()
    void pool.run(createJob())
    const waiting = pool.run(createJob({ signal: turn.signal }))
    turn.abort()
    expect(await waiting).toMatchObject({ cancelled: true, fault: null })
    latest().ready()
    latest().done()
    expect(latest().got.filter(frame => frame.t === 'run')).toHaveLength(1)
  })

  it('of a job that runs kills its runner', async () => {
    const { pool, runners, latest } = createScriptedWorld()
    const turn = new AbortController()
    const report = pool.run(createJob({ signal: turn.signal }))
    latest().ready()
    turn.abort()
    expect(await report).toMatchObject({ cancelled: true, fault: null })
    expect(runners[0]?.killed).toBe(true)
    expect(pool.stats().kills).toMatchObject({ cancelled: 1, timeout: 0 })
  })

  it('before the job came needs no runner', async () => {
    const { pool, runners } = createScriptedWorld()
    expect(await pool.run(createJob({ signal: AbortSignal.abort() }))).toMatchObject({ cancelled: true, fault: null })
    expect(runners).toHaveLength(0)
  })

  it('after the report changes nothing', async () => {
    const { pool, latest } = createScriptedWorld()
    const turn = new AbortController()
    const report = pool.run(createJob({ signal: turn.signal }))
    latest().ready()
    latest().done()
    await report
    turn.abort()
    expect(latest().killed).toBe(false)
  })
})

describe('a runner that ends by itself', () => {
  it.each([
    ['with a full heap', OOM, 'memory_limit'],
    ['with a size that no heap has', { signal: 'SIGTRAP', detail: '# Fatal error\n# Fatal JavaScript invalid size error 169220804' }, 'memory_limit'],
    ['with a full heap in a thread', { exitCode: 1, signal: null, detail: 'ERR_WORKER_OUT_OF_MEMORY: Worker terminated due to reaching memory limit' }, 'memory_limit'],
    ['at its processor limit', { signal: 'SIGXCPU' }, 'timeout'],
    ['by a signal from outside', { signal: 'SIGKILL' }, 'runner_died'],
    ['with an exit code', { exitCode: 70, signal: null, detail: 'some words' }, 'runner_died'],
  ] as const)('%s is told from the others', async (_name, end, code) => {
    const { pool, latest } = createScriptedWorld()
    const report = pool.run(createJob())
    latest().ready()
    latest().end(end)
    expect((await report).fault).toMatchObject({ code })
  })

  it('says how it ended and its last words', async () => {
    const { pool, latest } = createScriptedWorld()
    const report = pool.run(createJob())
    latest().ready()
    latest().end({ exitCode: 70, signal: null, detail: 'line one\nline two' })
    expect((await report).fault?.message).toBe('the guard\'s runner was ended with exit code 70: line one line two')
  })

  it('has its job run again on a fresh one, if it had run something before', async () => {
    const { pool, runners, latest } = createScriptedWorld()
    const earlier = pool.run(createJob({ hash: 'a' }))
    latest().ready()
    latest().done()
    await earlier
    const report = pool.run(createJob({ hash: 'b' }))
    runners[0]?.send({ t: 'act', run: 2, action: { kind: 'notice', text: 'from the first attempt' } })
    runners[0]?.end(OOM)
    expect(runners).toHaveLength(2)
    latest().ready()
    expect(latest().got.map(frame => frame.t)).toEqual(['load', 'run'])
    latest().send({ t: 'act', run: 3, action: { kind: 'deny', reason: 'from the second' } })
    latest().done()
    expect(await report).toMatchObject({ fault: null, actions: [{ kind: 'deny', reason: 'from the second' }] })
    expect(pool.stats()).toMatchObject({ reruns: 1, deaths: 1 })
  })

  it('is to blame itself when it crashes a fresh runner', async () => {
    const { pool, runners, latest } = createScriptedWorld()
    const report = pool.run(createJob())
    latest().ready()
    latest().end(OOM)
    expect((await report).fault).toMatchObject({ code: 'memory_limit' })
    expect(runners[0]?.got.filter(frame => frame.t === 'run')).toHaveLength(1)
    expect(pool.stats()).toMatchObject({ reruns: 0 })
  })

  it('has its job run again once and not twice', async () => {
    const { pool, runners, latest, pass } = createScriptedWorld()
    const earlier = pool.run(createJob())
    latest().ready()
    latest().done()
    await earlier
    const report = pool.run(createJob())
    pass(20)
    latest().ready()
    runners[0]?.end(OOM)
    runners[1]?.end(OOM)
    expect((await report).fault).toMatchObject({ code: 'memory_limit' })
    expect(pool.stats()).toMatchObject({ reruns: 1, deaths: 2 })
  })

  it('does not give a repeated job to a runner that has been used', async () => {
    const { pool, runners } = createScriptedWorld({ maxRunners: 3 })
    const earlier = [pool.run(createJob()), pool.run(createJob())]
    runners[0]?.ready()
    runners[1]?.ready()
    runners[0]?.done()
    runners[1]?.done()
    await Promise.all(earlier)
    const report = pool.run(createJob())
    runners[1]?.end(OOM)
    expect(runners).toHaveLength(3)
    expect(runners[0]?.got.filter(frame => frame.t === 'run')).toHaveLength(1)
    runners[2]?.ready()
    runners[2]?.done()
    expect(await report).toMatchObject({ fault: null })
  })

  it.each([
    ['scratch.session.get', true], ['scratch.session.has', true], ['scratch.loop.fetch', true], ['documents.read', true], ['llm.call', true], ['tools.list', true],
    ['guard.continueWith', false], ['guard.activateSkill', false], ['scratch.session.set', false], ['scratch.session.remove', false],
    ['documents.write', false], ['documents.delete', false], ['process.spawn', false], ['tools.call', false], ['something.new', false],
  ])('after the call %s, running the job again is %s', async (method, again) => {
    const { pool, latest } = createScriptedWorld()
    const earlier = pool.run(createJob())
    latest().ready()
    latest().done()
    await earlier
    const report = pool.run(createJob())
    latest().send({ t: 'call', run: 2, call: 1, method, args: [] })
    await settle()
    latest().end(OOM)
    expect(pool.stats().reruns).toBe(again ? 1 : 0)
    if (!again) expect((await report).fault).toMatchObject({ code: 'memory_limit' })
  })

  it('after a one-way call does not have its job run again', async () => {
    const { pool, latest } = createScriptedWorld()
    const earlier = pool.run(createJob())
    latest().ready()
    latest().done()
    await earlier
    void pool.run(createJob())
    latest().send({ t: 'tell', run: 2, method: 'scratch.loop.set', args: ['k', 1] })
    latest().end(OOM)
    expect(pool.stats().reruns).toBe(0)
  })

  it('while idle is replaced when the next job comes', async () => {
    const { pool, runners, latest } = createScriptedWorld({ maxRunners: 1 })
    pool.warm()
    latest().ready()
    latest().end()
    const report = pool.run(createJob())
    expect(runners).toHaveLength(2)
    latest().ready()
    latest().done()
    expect(await report).toMatchObject({ fault: null })
  })
})

describe('a runner that cannot be started', () => {
  it('fails the jobs that wait, with what to do', async () => {
    const { pool, runners, latest } = createScriptedWorld()
    const report = pool.run(createJob())
    latest().end({ started: false, signal: null, detail: 'spawn ENOENT' })
    expect((await report).fault).toMatchObject({ code: 'runner_unavailable', message: 'no runner for guards could be started: spawn ENOENT; do this' })
    expect(runners).toHaveLength(1)
    expect(pool.stats()).toMatchObject({ startFailures: 1, lastStartFailure: 'spawn ENOENT', deaths: 0 })
  })

  it('is tried again for the next job', async () => {
    const { pool, latest } = createScriptedWorld()
    const failed = pool.run(createJob())
    latest().end({ started: false, detail: 'x' })
    await failed
    const report = pool.run(createJob())
    latest().ready()
    latest().done()
    expect(await report).toMatchObject({ fault: null })
    expect(pool.stats().lastStartFailure).toBeNull()
  })

  it('does not fail a job that another runner can take', async () => {
    const { pool, runners, pass } = createScriptedWorld()
    void pool.run(createJob({ timeoutMs: 10_000 }))
    runners[0]?.ready()
    const waiting = pool.run(createJob({ timeoutMs: 10_000 }))
    runners[1]?.end({ started: false, detail: 'no more processes' })
    pass(500)
    expect(runners).toHaveLength(2)
    runners[0]?.done()
    runners[0]?.done()
    expect(await waiting).toMatchObject({ fault: null })
  })

  it.each([[14_999, false], [15_000, true]])('silent for %i ms after its start, giving it up is %s', (ms, given) => {
    const { pool, runners, pass } = createScriptedWorld()
    void pool.run(createJob({ timeoutMs: 60_000 }))
    pass(ms)
    expect(runners[0]?.killed).toBe(given)
    expect(pool.stats().startFailures).toBe(given ? 1 : 0)
  })
})

describe('a runner that breaks the protocol', () => {
  const act = { kind: 'deny', reason: 'r' } as const
  it.each([
    ['sends what is no frame', (runner: ReturnType<ReturnType<typeof createScriptedWorld>['latest']>) => { runner.malformed('no frame') }],
    ['speaks for another run', (runner) => { runner.send({ t: 'act', run: 99, action: act }) }],
    ['says twice that it is ready', (runner) => { runner.send({ t: 'ready', node: '20' }) }],
    ['goes on while it waits for an answer', (runner) => {
      runner.send({ t: 'call', run: 1, call: 1, method: 'm', args: [] })
      runner.send({ t: 'act', run: 1, action: act })
    }],
    ['makes more calls than it may', (runner) => { for (let count = 0; count <= 1000; count += 1) runner.send({ t: 'act', run: 1, action: act }) }],
    ['logs more than it may', (runner) => { for (let count = 0; count <= 200; count += 1) runner.send({ t: 'log', run: 1, line: { level: 'info', text: 't', data: null } }) }],
    ['sends more bytes than it may', (runner) => { for (let count = 0; count < 10; count += 1) runner.send({ t: 'act', run: 1, action: act }, 1 << 20) }],
  ] as [string, (runner: ReturnType<ReturnType<typeof createScriptedWorld>['latest']>) => void][])('and %s is killed, and the run has that fault', async (_name, misbehave) => {
    const { pool, latest } = createScriptedWorld()
    const report = pool.run(createJob({ call: () => new Promise(() => undefined) }))
    const runner = latest()
    runner.ready()
    misbehave(runner)
    expect((await report).fault).toMatchObject({ code: 'protocol' })
    expect(runner.killed).toBe(true)
    expect(pool.stats().kills.protocol).toBe(1)
  })

  it('may make as many calls and lines as there are', async () => {
    const { pool, latest } = createScriptedWorld()
    const report = pool.run(createJob())
    latest().ready()
    for (let count = 0; count < 1000; count += 1) latest().send({ t: 'act', run: 1, action: act })
    for (let count = 0; count < 200; count += 1) latest().send({ t: 'log', run: 1, line: { level: 'info', text: 't', data: null } })
    latest().done()
    const { fault, actions, logs } = await report
    expect([fault, actions.length, logs.length]).toEqual([null, 1000, 200])
  })

  it('is killed too when it speaks without a run', () => {
    const { pool, latest } = createScriptedWorld()
    pool.warm()
    latest().ready()
    latest().send({ t: 'log', run: 1, line: { level: 'info', text: 't', data: null } })
    expect(latest().killed).toBe(true)
    expect(pool.stats().kills.protocol).toBe(1)
  })

  it('is not heard any more once it is killed', async () => {
    const { pool, runners, latest, pass } = createScriptedWorld()
    const report = pool.run(createJob({ timeoutMs: 100 }))
    latest().ready()
    pass(100)
    runners[0]?.send({ t: 'act', run: 1, action: act })
    runners[0]?.done()
    runners[0]?.malformed('late')
    expect(await report).toMatchObject({ fault: { code: 'timeout' }, actions: [] })
    expect(pool.stats().kills).toMatchObject({ timeout: 1, protocol: 0 })
  })
})
