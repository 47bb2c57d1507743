import { describe, expect, it } from 'vitest'
import { createJob, createScriptedWorld, settle, type JobOptions, type ScriptedWorld } from '../../support/runner/scripted-runners.ts'

const MIB = 1 << 20

/** Runs one job to its end on the runner that is there. */
async function runOne({ pool, latest, pass }: ScriptedWorld, options: JobOptions & { readonly tookMs?: number } = {}): Promise<void> {
  const report = pool.run(createJob(options))
  if (latest().got.length === 0) latest().ready()
  if (options.tookMs !== undefined) pass(options.tookMs)
  latest().done()
  await report
}

describe('replacing runners', () => {
  it.each([[2, false], [3, true]])('after %i of 3 runs: %s', async (runs, replaced) => {
    const world = createScriptedWorld({ maxRuns: 3, maxRunners: 1 })
    for (let count = 0; count < runs; count += 1) await runOne(world)
    expect(world.runners[0]?.killed).toBe(replaced)
    expect(world.pool.stats().recycled).toBe(replaced ? 1 : 0)
  })

  it('one at a time: while another one is on its way, a worn one goes on', async () => {
    const world = createScriptedWorld({ maxRuns: 1, maxRunners: 2 })
    const [first, second] = [world.pool.run(createJob()), world.pool.run(createJob())]
    for (const runner of world.runners) runner.ready()
    world.runners[0]?.done()
    await first
    world.pass(20)
    world.runners[1]?.done()
    await second
    expect(world.runners.map(runner => runner.killed)).toEqual([true, false, false])
    world.latest().ready()
    const third = [world.pool.run(createJob()), world.pool.run(createJob())]
    world.runners[1]?.done()
    expect(world.runners.map(runner => runner.killed)).toEqual([true, true, false])
    world.runners[2]?.done()
    await Promise.all(third)
    expect(world.pool.stats().recycled).toBe(3)
  })

  it.each([[499, false], [500, true]])('after %i of 500 ms of own work: %s', async (tookMs, replaced) => {
    const world = createScriptedWorld({ maxWorkMs: 500, maxRunners: 1 })
    await runOne(world, { tookMs })
    expect(world.runners[0]?.killed).toBe(replaced)
  })

  it('does not count the time that a script waits for the host as work', async () => {
    const world = createScriptedWorld({ maxWorkMs: 500, maxRunners: 1 })
    let answer: (value: null) => void = () => undefined
    const report = world.pool.run(createJob({ timeoutMs: 60_000, call: () => new Promise((resolve) => { answer = resolve }) }))
    world.latest().ready()
    world.latest().send({ t: 'call', run: 1, call: 1, method: 'llm.call', args: [] })
    world.pass(10_000)
    answer(null)
    await settle()
    world.pass(499)
    world.latest().done()
    await report
    expect(world.latest().killed).toBe(false)
  })

  it.each([[255, false], [256, true]])('with %i guards in it: %s', async (guards, replaced) => {
    const world = createScriptedWorld({ maxRunners: 1 })
    for (let count = 0; count < guards; count += 1) await runOne(world, { hash: `h${count}` })
    expect(world.runners[0]?.killed).toBe(replaced)
  })

  it.each([[50 * MIB, false], [50 * MIB + 1, true]])('grown by %i bytes, where half of 100 MiB is allowed: %s', async (grown, replaced) => {
    const world = createScriptedWorld({ maxRunners: 1, memoryMb: 100 })
    world.pool.warm()
    world.rss.set(world.latest().pid, 40 * MIB)
    await runOne(world)
    world.rss.set(world.latest().pid, 40 * MIB + grown)
    await runOne(world, { tookMs: 26 })
    expect(world.runners[0]?.killed).toBe(replaced)
  })

  it('has a new one started in place of the old one', async () => {
    const world = createScriptedWorld({ maxRuns: 1, maxRunners: 1 })
    await runOne(world)
    world.pass(20)
    expect(world.runners).toHaveLength(2)
    expect(world.pool.stats().runners.map(runner => runner.state)).toEqual(['starting'])
  })
})

describe('the watch on memory', () => {
  const limit = (100 * 1.6 + 64) * MIB
  it.each([[limit, false], [limit + 1, true]])('lets a run have %i bytes; killing it is %s', async (bytes, killed) => {
    const { pool, latest, pass, rss } = createScriptedWorld({ memoryMb: 100 })
    const report = pool.run(createJob())
    latest().ready()
    const runner = latest()
    rss.set(runner.pid, bytes)
    pass(24)
    expect(runner.killed).toBe(false)
    pass(1)
    expect(runner.killed).toBe(killed)
    if (!killed) return
    expect((await report).fault).toMatchObject({ code: 'memory_limit', message: expect.stringContaining('sandbox.memoryMb is 100') })
    expect(pool.stats().kills).toMatchObject({ memory: 1 })
  })

  it('looks again and again while a run lasts, and not at idle runners', async () => {
    const readings: number[] = []
    const world = createScriptedWorld({ readRss: (pid) => {
      readings.push(pid)
      return MIB
    } })
    await runOne(world)
    readings.length = 0
    world.pass(1000)
    expect(readings).toHaveLength(0)
    void world.pool.run(createJob({ timeoutMs: 5000 }))
    world.pass(100)
    expect(readings).toHaveLength(4)
  })

  it('does without where memory cannot be read', async () => {
    const world = createScriptedWorld({ readRss: () => null, maxRunners: 1 })
    await runOne(world, { tookMs: 100 })
    expect(world.pool.stats().runners[0]).toMatchObject({ rssBytes: null, state: 'idle' })
  })
})

describe('disposing of a pool', () => {
  it('kills every runner and ends every job as cancelled', async () => {
    const { pool, runners } = createScriptedWorld({ maxRunners: 2 })
    const reports = [pool.run(createJob()), pool.run(createJob()), pool.run(createJob())]
    runners[0]?.ready()
    const disposed = pool.dispose()
    expect(runners.map(runner => runner.killed)).toEqual([true, true])
    for (const report of await Promise.all(reports)) expect(report).toMatchObject({ cancelled: true, fault: null })
    for (const runner of runners) runner.end()
    await disposed
    expect(pool.stats().runners).toEqual([])
  })

  it('is over when the last runner is gone', async () => {
    const { pool, latest, holding } = createScriptedWorld()
    pool.warm()
    latest().ready()
    let over = false
    const disposed = pool.dispose().then(() => { over = true })
    await settle()
    expect(over).toBe(false)
    expect(holding()).toBe(1)
    latest().end()
    await disposed
    expect(holding()).toBe(0)
  })

  it('does not wait for ever for an end that does not come', async () => {
    const { pool, pass } = createScriptedWorld()
    pool.warm()
    const disposed = pool.dispose()
    pass(2000)
    await disposed
  })

  it('may be asked for twice, and starts nothing afterwards', async () => {
    const { pool, runners, latest, pass } = createScriptedWorld()
    pool.warm()
    const disposed = [pool.dispose(), pool.dispose()]
    latest().end()
    await Promise.all(disposed)
    pool.warm()
    expect(await pool.run(createJob())).toMatchObject({ cancelled: true })
    pass(100_000)
    expect(runners).toHaveLength(1)
  })
})
