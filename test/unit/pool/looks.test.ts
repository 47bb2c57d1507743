/** What comes free, or fails, while nobody comes and nobody ends: those that wait are served all the same. */
import { describe, expect, it } from 'vitest'
import type { RunJob } from '../../../src/types.ts'
import { createJob, createScriptedWorld, settle, type JobOptions, type ScriptedRunner, type ScriptedWorld } from '../../support/runner/scripted-runners.ts'

const never = { call: () => new Promise<never>(() => undefined) }

/** A guard of its own in a session of its own. */
function jobOf(name: string, options: JobOptions = {}): RunJob {
  return createJob({ hash: name, timeoutMs: 10_000, ...options, input: { session: { sessionId: name, agentId: name, rootSessionId: name, cwd: '/', isSubagent: false } } })
}

function ask(runner: ScriptedRunner | undefined, method = 'documents.read'): void {
  runner?.send({ t: 'call', run: runner.lastRun(), call: 1, method, args: [] })
}

/** Two runners that wait for their model for long. */
function judging(first: JobOptions = never, method?: string): ScriptedWorld {
  const world = createScriptedWorld({ maxRunners: 2 })
  void world.pool.run(jobOf('j1', first))
  void world.pool.run(jobOf('j2', never))
  for (const runner of world.runners) {
    runner.ready()
    ask(runner, method)
  }
  world.pass(60)
  return world
}

describe('a run that waits', () => {
  it('is begun when those that seemed to compute wait for the host', async () => {
    const world = createScriptedWorld()
    const before = ['j1', 'j2', 'c'].map(name => world.pool.run(jobOf(name)))
    for (const runner of world.runners) runner.ready()
    world.pass(300)
    for (const runner of world.runners.slice(0, 3)) runner.done()
    await Promise.all(before)
    for (const name of ['j1', 'j2', 'c']) void world.pool.run(jobOf(name, never))
    expect(world.pool.stats().queued).toBe(1)
    for (const runner of world.runners) if (runner.got.at(-1)?.t === 'run' && runner.lastRun() > 3) ask(runner)
    world.pass(25)
    expect(world.pool.stats()).toMatchObject({ queued: 0, gaveWay: 0 })
  })

  it.each([
    ['takes', 'a file', 'documents.read', 1],
    // That would cost money again, and most of the time of that run is gone.
    ['does not take', 'its model', 'llm.call', 0],
  ])('%s the place of one that begins to compute after all had waited, when that has asked for %s', async (_what, _whom, method, gaveWay) => {
    let answer: (value: null) => void = () => undefined
    const world = judging({ call: () => new Promise((resolve) => { answer = resolve }) }, method)
    void world.pool.run(jobOf('j3', never))
    // The reserve.
    world.latest().ready()
    ask(world.latest())
    world.pass(60)
    void world.pool.run(jobOf('q'))
    world.pass(50)
    answer(null)
    await settle()
    world.pass(1000)
    expect(world.pool.stats().gaveWay).toBe(gaveWay)
  })

  it('gets the runner beyond the number at a second attempt, when its first start fails', () => {
    const world = judging()
    void world.pool.run(jobOf('q'))
    expect(world.runners).toHaveLength(3)
    world.latest().end({ started: false })
    world.pass(900)
    expect(world.runners).toHaveLength(3)
    world.pass(200)
    expect(world.runners).toHaveLength(4)
  })

  it('gets that runner when half of its time is gone, although its guard was slow elsewhere', async () => {
    const world = createScriptedWorld({ maxRunners: 2 })
    const slow = world.pool.run(jobOf('slow', { hash: 'h' }))
    world.latest().ready()
    world.pass(300)
    world.runners[0]?.done()
    await slow
    for (const name of ['j1', 'j2']) void world.pool.run(jobOf(name, never))
    world.latest().ready()
    for (const runner of world.runners) ask(runner)
    world.pass(60)
    void world.pool.run(jobOf('q', { hash: 'h' }))
    world.pass(4900)
    expect(world.runners).toHaveLength(2)
    world.pass(200)
    expect(world.runners).toHaveLength(3)
    world.latest().ready()
    expect(world.pool.stats().queued).toBe(0)
  })

  it('is looked after no longer than it waits, and holds the host up by nothing but its own clock', async () => {
    const world = createScriptedWorld({ maxRunners: 1 })
    const reports = [world.pool.run(jobOf('a')), world.pool.run(jobOf('b'))]
    expect(world.holding()).toBe(2)
    world.latest().ready()
    world.pass(100)
    void world.pool.dispose()
    world.latest().end()
    await Promise.all(reports)
    world.pass(60_000)
    expect(world.holding()).toBe(0)
    expect(world.runners).toHaveLength(1)
  })
})

describe('a loop in a thread, of whose processor time nothing is known', () => {
  it('gives way by wall clock', () => {
    const world = createScriptedWorld({}, 'thread')
    for (const name of ['l1', 'l2', 'l3', 'l4']) void world.pool.run(jobOf(name))
    for (const runner of world.runners) runner.ready()
    void world.pool.run(jobOf('q'))
    world.pass(200)
    expect(world.pool.stats().gaveWay).toBe(0)
    world.pass(100)
    expect(world.pool.stats().gaveWay).toBe(2)
    expect(world.lowered.size).toBe(0)
  })
})

it('a run that needs a fresh runner, behind one that took it, gets another: a used one that idles makes room', async () => {
  const world = createScriptedWorld({ maxRunners: 1 })
  const slow = world.pool.run(jobOf('slow', { hash: 'h' }))
  world.latest().ready()
  world.pass(300)
  world.latest().done()
  await slow
  // Its guard was slow in another session, so that whoever is trusted comes first.
  const report = world.pool.run(jobOf('t', { hash: 'h' }))
  const other = world.pool.run(jobOf('q'))
  world.latest().end()
  world.latest().ready()
  world.latest().done()
  await other
  expect(world.runners.map(runner => runner.killed)).toEqual([false, true, false])
  world.pass(1000)
  expect(world.runners).toHaveLength(3)
  world.latest().ready()
  world.latest().done()
  expect(await report).toMatchObject({ fault: null })
  expect(world.pool.stats()).toMatchObject({ reruns: 1, queued: 0 })
})
