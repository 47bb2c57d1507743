/** A pool of four whose runners some runs hold for long: the others are judged all the same. */
import { describe, expect, it } from 'vitest'
import type { RunReport } from '../../../src/types.ts'
import { createJob, createScriptedWorld, settle, type JobOptions, type ScriptedRunner, type ScriptedWorld } from '../../support/runner/scripted-runners.ts'

interface Sessions extends ScriptedWorld {
  run(session: string, options?: JobOptions): Promise<RunReport>
  /** Runners that are there, started ones made ready. */
  alive(): readonly ScriptedRunner[]
  /** Whose run a runner was given last. */
  readonly whose: (runner: ScriptedRunner | undefined) => string
}

function sessions(options: Parameters<typeof createScriptedWorld>[0] = {}): Sessions {
  const world = createScriptedWorld(options)
  const readied = new Set<ScriptedRunner>()
  return {
    ...world,
    run: (session, job = {}) => world.pool.run(createJob({ timeoutMs: 10_000, ...job, input: { session: { sessionId: session, agentId: session, rootSessionId: session, cwd: '/', isSubagent: false } } })),
    alive() {
      for (const runner of world.runners) {
        if (readied.has(runner)) continue
        readied.add(runner)
        runner.ready()
      }
      return world.runners.filter(runner => !runner.killed)
    },
    whose(runner) {
      const frame = runner?.got.findLast(got => got.t === 'run')
      return frame?.t === 'run' ? frame.input.session.sessionId : 'nobody'
    },
  }
}

function busy(world: Sessions, names: readonly string[], options: JobOptions = {}): readonly Promise<RunReport>[] {
  const reports = names.map(name => world.run(name, options))
  world.alive()
  return reports
}

describe('loops that nobody expected', () => {
  it('give way, as far as they are beyond their share, and are run again later', async () => {
    const world = sessions()
    const loops = busy(world, ['l1', 'l2', 'l3', 'l4'])
    const quick = world.run('q')
    world.pass(250)
    expect(world.alive()).toHaveLength(4)
    expect(world.pool.stats().gaveWay).toBe(0)
    world.pass(50)
    expect(world.pool.stats().gaveWay).toBe(2)
    const taker = world.alive().find(runner => world.whose(runner) === 'q')
    taker?.done()
    expect(await quick).toMatchObject({ fault: null })
    // Two loops still have a runner each, and that is their share: the two others wait.
    expect(world.alive().map(world.whose).sort()).toEqual(['l3', 'l4', 'q'])
    world.pass(9000)
    world.alive().find(runner => world.whose(runner) === 'l3')?.done()
    await settle()
    expect(world.alive().map(world.whose)).toContain('l1')
    world.alive().find(runner => world.whose(runner) === 'l1')?.done()
    expect(await loops[0]).toMatchObject({ fault: null })
    world.pass(1000)
    // Of the others one came to its turn again, and each on its own clock.
    expect((await loops[1])?.fault).toMatchObject({ code: 'timeout' })
    expect((await loops[3])?.fault).toMatchObject({ code: 'timeout' })
    expect(world.pool.stats().gaveWay).toBe(2)
  })

  it('stay where they are when nobody else waits', () => {
    const world = sessions()
    void busy(world, ['l1', 'l2', 'l3', 'l4'])
    world.pass(5000)
    expect(world.pool.stats().gaveWay).toBe(0)
  })

  it('stay when they have done what must not be done twice', () => {
    const world = sessions()
    void busy(world, ['l1', 'l2', 'l3', 'l4'])
    for (const runner of world.runners) runner.send({ t: 'tell', run: runner.lastRun(), method: 'notice', args: [] })
    void world.run('q')
    world.pass(1000)
    expect(world.pool.stats().gaveWay).toBe(0)
  })

  it('are known the next time: they get half of the runners from the start', async () => {
    const world = sessions()
    const first = busy(world, ['l1', 'l2', 'l3'])
    world.pass(300)
    for (const runner of world.alive()) if (world.whose(runner) !== 'nobody') runner.done()
    await Promise.all(first)
    void busy(world, ['l1', 'l2', 'l3'])
    expect(world.pool.stats()).toMatchObject({ queued: 1 })
    void world.run('q')
    expect(world.pool.stats()).toMatchObject({ queued: 1 })
    expect(world.alive().map(world.whose)).toContain('q')
  })

  it('do not hold up a run whose time is nearly over behind others for ever', async () => {
    const world = sessions({ maxRunners: 1 })
    const loop = world.run('l1')
    world.alive()
    const quick = world.run('q', { timeoutMs: 1000 })
    world.pass(1000)
    // One runner cannot be shared.
    expect((await quick).fault).toMatchObject({ code: 'no_runner_free' })
    expect(world.pool.stats().gaveWay).toBe(0)
    world.pass(9000)
    expect((await loop).fault).toMatchObject({ code: 'timeout' })
  })
})

describe('judges that wait for their model', () => {
  const never = { call: () => new Promise<never>(() => undefined) }
  const ask = (runner: ScriptedRunner | undefined): void => { runner?.send({ t: 'call', run: runner.lastRun(), call: 1, method: 'llm.call', args: [] }) }

  it('keep no quick run from being judged: half as many runners more are started for such, and let go afterwards', async () => {
    const world = sessions()
    const judges = busy(world, ['j1', 'j2', 'j3', 'j4'], { hash: 'judge', ...never })
    for (const runner of world.alive()) ask(runner)
    const quick = world.run('q')
    world.pass(50)
    expect(world.alive()).toHaveLength(4)
    world.pass(25)
    expect(world.alive()).toHaveLength(6)
    expect(world.alive().map(world.whose)).toContain('q')
    world.alive().find(runner => world.whose(runner) === 'q')?.done()
    expect(await quick).toMatchObject({ fault: null })
    for (const at of [0, 1]) {
      world.runners[at]?.done()
      await judges[at]
    }
    expect(world.alive()).toHaveLength(4)
    expect(world.pool.stats().gaveWay).toBe(0)
  })

  it('get no further runner for one of their own', async () => {
    const world = sessions()
    void busy(world, ['j1', 'j2', 'j3', 'j4'], { hash: 'judge', ...never })
    for (const runner of world.alive()) ask(runner)
    world.pass(300)
    for (const runner of world.alive()) runner.done()
    await settle()
    void busy(world, ['j1', 'j2', 'j3', 'j4'], { hash: 'judge', ...never })
    world.pass(5000)
    expect(world.alive().length).toBeLessThanOrEqual(4)
    expect(world.pool.stats().queued).toBeGreaterThan(0)
  })
})

describe('a runner that computes for long', () => {
  it('makes way for the other processes of the machine, until the run is over', async () => {
    const world = sessions()
    const [report] = busy(world, ['l1'])
    const [runner] = world.alive()
    world.pass(250)
    expect(world.lowered.size).toBe(0)
    world.pass(50)
    expect([...world.lowered]).toEqual([runner?.pid])
    runner?.done()
    await report
    expect(world.lowered.size).toBe(0)
    expect(world.pool.stats().recycled).toBe(0)
  })

  it('is replaced where its priority cannot be raised again', async () => {
    const lowered: number[] = []
    const world = sessions({ priority: { lower: (pid) => { lowered.push(pid) }, restore: () => false } })
    const [report] = busy(world, ['l1'])
    world.pass(300)
    world.runners[0]?.done()
    await report
    expect(lowered).toHaveLength(1)
    expect(world.runners[0]?.killed).toBe(true)
    expect(world.pool.stats().recycled).toBe(1)
  })
})
