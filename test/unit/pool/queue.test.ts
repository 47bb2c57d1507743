import { describe, expect, it } from 'vitest'
import { createJob, createScriptedWorld, settle } from '../../support/runner/scripted-runners.ts'

describe('jobs and runners', () => {
  it('starts nothing before there is a job', () => {
    expect(createScriptedWorld().runners).toHaveLength(0)
  })

  it('starts one ahead of time when asked to, once', () => {
    const { pool, runners } = createScriptedWorld()
    pool.warm()
    pool.warm()
    expect(runners).toHaveLength(1)
  })

  it('gives a job to a runner when that is ready, with the text of the guard before it', async () => {
    const { pool, latest } = createScriptedWorld()
    const report = pool.run(createJob({ hash: 'h', guardName: 'name' }))
    expect(latest().got).toEqual([])
    latest().ready()
    expect(latest().got.map(frame => frame.t)).toEqual(['load', 'run'])
    expect(latest().got[0]).toMatchObject({ hash: 'h', name: 'name', maxSteps: 1000, isAsync: false })
    latest().done()
    expect(await report).toMatchObject({ fault: null, cancelled: false, actions: [], logs: [], logsDropped: 0 })
  })

  it('sends the text of a guard once for each runner', async () => {
    const { pool, runners, latest } = createScriptedWorld({ maxRunners: 1 })
    for (let round = 0; round < 3; round += 1) {
      const report = pool.run(createJob())
      if (round === 0) latest().ready()
      latest().done()
      await report
    }
    expect(runners).toHaveLength(1)
    expect(latest().got.map(frame => frame.t)).toEqual(['load', 'run', 'run', 'run'])
  })

  it('prefers the runner that has the guard already', async () => {
    const { pool, runners } = createScriptedWorld({ maxRunners: 2 })
    const first = [pool.run(createJob({ hash: 'a' })), pool.run(createJob({ hash: 'b' }))]
    runners[0]?.ready()
    runners[1]?.ready()
    runners[0]?.done()
    runners[1]?.done()
    await Promise.all(first)
    void pool.run(createJob({ hash: 'a' }))
    expect(runners[0]?.got.map(frame => frame.t)).toEqual(['load', 'run', 'run'])
  })

  it('never has more runners than it may', () => {
    const { pool, runners, pass } = createScriptedWorld({ maxRunners: 3 })
    for (let count = 0; count < 10; count += 1) void pool.run(createJob())
    expect(runners).toHaveLength(3)
    for (const runner of runners) runner.ready()
    pass(500)
    expect(runners.filter(runner => !runner.killed)).toHaveLength(3)
    expect(pool.stats().runners).toHaveLength(3)
  })

  it('serves waiting jobs in the order in which they came', async () => {
    const { pool, latest } = createScriptedWorld({ maxRunners: 1 })
    const order: string[] = []
    const reports = ['one', 'two', 'three'].map(hash => pool.run(createJob({ hash })).then(() => order.push(hash)))
    latest().ready()
    for (let round = 0; round < 3; round += 1) {
      latest().done()
      await settle()
    }
    await Promise.all(reports)
    expect(order).toEqual(['one', 'two', 'three'])
  })

  it('counts the waiting time of a job on its own clock', async () => {
    const { pool, latest, pass } = createScriptedWorld({ maxRunners: 1 })
    const slow = pool.run(createJob({ timeoutMs: 5000 }))
    latest().ready()
    pass(600)
    const early = pool.run(createJob({ timeoutMs: 1000 }))
    pass(600)
    const late = pool.run(createJob({ timeoutMs: 1000 }))
    pass(400)
    expect(await early).toMatchObject({ fault: { code: 'no_runner_free' }, ms: 1000 })
    latest().done()
    expect(await slow).toMatchObject({ fault: null, ms: 1600 })
    latest().done()
    expect(await late).toMatchObject({ fault: null, ms: 400 })
  })

  it.each([[999, false], [1000, true]])('after %i ms of waiting for a runner of 1000, giving up is %s', async (ms, expected) => {
    const { pool, pass } = createScriptedWorld()
    let over = false
    void pool.run(createJob({ timeoutMs: 1000 })).then(() => { over = true })
    pass(ms)
    await settle()
    expect(over).toBe(expected)
  })

  it('keeps one spare beyond those at work, started after the job is on its way', () => {
    const { pool, runners, latest, pass } = createScriptedWorld()
    void pool.run(createJob({ timeoutMs: 60_000 }))
    latest().ready()
    expect(runners).toHaveLength(1)
    pass(20)
    expect(runners).toHaveLength(2)
    latest().ready()
    pass(1000)
    expect(runners).toHaveLength(2)
  })

  it('lets the runners go that nobody has used for a minute, all but one', async () => {
    const { pool, runners, latest, pass } = createScriptedWorld({ maxRunners: 3 })
    const reports = [pool.run(createJob()), pool.run(createJob()), pool.run(createJob())]
    for (const runner of runners) runner.ready()
    for (const runner of runners) runner.done()
    await Promise.all(reports)
    pass(59_999)
    expect(runners.filter(runner => runner.killed)).toHaveLength(0)
    const again = pool.run(createJob())
    runners[2]?.done()
    await again
    pass(1)
    expect(runners.map(runner => runner.killed)).toEqual([true, true, false])
    pass(600_000)
    expect(latest().killed).toBe(false)
  })

  it('refuses an input that does not fit into a frame, without a runner', async () => {
    const { pool, runners } = createScriptedWorld()
    const report = await pool.run(createJob({ input: { output: 'x'.repeat((16 << 20) + 1) } }))
    expect(report.fault).toMatchObject({ code: 'input_too_large' })
    expect(runners).toHaveLength(0)
  })

  it.each([[0, null], [1, 'input_too_large']])('an input %i bytes over the size of a frame is %s', async (over, code) => {
    const { pool, latest } = createScriptedWorld()
    const empty = pool.run(createJob({ hash: '', input: { output: '' } }))
    latest().ready()
    const frame = JSON.stringify(latest().got.find(got => got.t === 'run'))
    latest().done()
    await empty
    const report = pool.run(createJob({ hash: '', input: { output: 'é'.repeat(((16 << 20) - frame.length) >> 1) + (frame.length % 2 === 1 ? 'x' : '') + 'x'.repeat(over) } }))
    if (code === null) latest().done()
    expect((await report).fault?.code ?? null).toBe(code)
  })

  it('refuses an input that cannot be written as JSON', async () => {
    const cycle: { self?: unknown } = {}
    cycle.self = cycle
    const report = await createScriptedWorld().pool.run(createJob({ params: cycle as never }))
    expect(report.fault).toMatchObject({ code: 'input_too_large', message: expect.stringContaining('cannot be written as JSON') })
  })

  it('holds the host\'s process only while there is a job', async () => {
    const { pool, latest, holding, pass } = createScriptedWorld()
    pool.warm()
    expect(holding()).toBe(0)
    const report = pool.run(createJob())
    expect(holding()).toBe(1)
    latest().ready()
    latest().done()
    await report
    pass(20)
    expect(holding()).toBe(0)
  })
})
