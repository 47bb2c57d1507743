import { describe, expect, it } from 'vitest'
import { GuardError } from '../../src/errors.ts'
import { frameText, parseRunnerFrame, type RunnerFrame } from '../../src/protocol.ts'
import type { HostCalls, JsonValue, RunJob, RunReport } from '../../src/types.ts'
import { RUNNER_FRAMES } from '../support/runner/frames.ts'
import { createRandom, seedFromEnvironment, type Random } from '../support/random.ts'
import { randomFrameText } from '../support/runner/random-frames.ts'
import { createJob, createScriptedWorld, settle, type ScriptedRunner, type ScriptedWorld } from '../support/runner/scripted-runners.ts'

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 100_000)

/** What a run may end with when its runner says what it likes. */
const LEGAL = new Set(['none', 'protocol', 'script_threw', 'wrong_action', 'step_limit', 'never_settled', 'not_parsed', 'internal', 'timeout', 'runner_died', 'runner_unavailable', 'no_runner_free'])
const TIMEOUT_MS = 1_000
const OF_ANOTHER_RUN = 'of another run'

/** Hosts that answer, refuse, never answer, or answer with what cannot be sent. */
function randomHost(random: Random): { readonly call: HostCalls['call'], readonly tell: HostCalls['tell'] } {
  const endless: Record<string, JsonValue> = {}
  endless['self'] = endless
  return {
    call: random.pick<HostCalls['call']>([
      async () => 'answer',
      async () => Promise.reject(new GuardError('NOT_FOUND', 'it is not there')),
      () => new Promise(() => undefined),
      () => { throw new TypeError('not even a promise') },
      async () => endless,
      async (_method, args) => [...args],
    ]),
    tell: random.pick<HostCalls['tell']>([() => undefined, () => { throw new Error('not now') }]),
  }
}

/** One text, read as the link to a process reads it. */
function hear(runner: ScriptedRunner, text: string): void {
  const frame = parseRunnerFrame(text)
  if (frame === null) runner.malformed('it sent something that is no frame')
  else runner.send(frame, text.length)
}

/** A frame that may be right at this moment: mostly of the run that the runner has, and an action says if not. */
function fitting(random: Random, runner: ScriptedRunner): string {
  const run = runner.got.findLast(frame => frame.t === 'run')?.run ?? 1
  const off = random.pick([0, 0, 0, 0, 0, 0, 0, 1, -1])
  const frame = random.pick(RUNNER_FRAMES)
  if (frame.t === 'ready') return frameText(frame)
  if (frame.t === 'act' && off !== 0) return frameText({ t: 'act', run: run + off, action: { kind: 'deny', reason: OF_ANOTHER_RUN } })
  return frameText({ ...frame, run: run + off } satisfies RunnerFrame)
}

async function misbehave(random: Random, world: ScriptedWorld, turn: AbortController): Promise<void> {
  const { runners } = world
  for (let step = random.below(12); step >= 0; step -= 1) {
    const runner = random.below(4) === 0 ? random.pick(runners) : world.latest()
    const kind = random.below(40)
    if (kind < 20) hear(runner, fitting(random, runner))
    else if (kind < 26) hear(runner, randomFrameText(random, RUNNER_FRAMES))
    else if (kind < 29) runner.ready()
    else if (kind < 35) await settle()
    else if (kind < 37) world.pass(random.pick([1, 30, 400, TIMEOUT_MS, 20_000]))
    else if (kind === 37) runner.end(random.pick([{}, { started: false, detail: 'no' }, { exitCode: 1, signal: null }]))
    else if (kind === 38) for (let times = 1_100; times > 0; times -= 1) hear(runner, fitting(random, runner))
    else turn.abort()
  }
}

/** A job on a runner that does what it should. */
async function orderlyReport(world: ScriptedWorld): Promise<RunReport> {
  const inState = (state: string): ScriptedRunner[] => {
    const pids = world.pool.stats().runners.filter(runner => runner.state === state).map(runner => runner.pid)
    return world.runners.filter(runner => pids.includes(runner.pid))
  }
  const report = world.pool.run(createJob({ hash: 'next', guardName: 'next', timeoutMs: 100_000 }))
  // A start that failed a moment ago is tried again a little later.
  world.pass(1_001)
  for (const runner of inState('starting')) runner.ready()
  for (const runner of inState('busy')) runner.done()
  world.pass(100_000)
  return report
}

/** What needs no more than promises to settle; waiting for it would not end. */
async function atOnce<T>(promise: Promise<T>): Promise<T> {
  return Promise.race([promise, settle().then(() => { throw new Error('a run has no end') })])
}

function faultOf(report: RunReport, job: RunJob): string | null {
  if (!LEGAL.has(report.fault?.code ?? 'none')) return `it ended with ${String(report.fault?.code)}`
  if (report.fault?.code === 'timeout' && report.ms < job.timeoutMs) return 'it was out of time too early'
  if (report.actions.some(action => action.kind === 'deny' && action.reason === OF_ANOTHER_RUN)) return 'it holds an action of another run'
  return report.actions.length <= 1_000 && report.logs.length <= 200 ? null : 'it holds more than a run may send'
}

describe('a runner that says what it likes', () => {
  const seed = seedFromEnvironment()
  it(`ends the run and nothing else, ${RUNS} sequences of frames (FUZZ_SEED=${seed})`, async () => {
    const random = createRandom(seed)
    const ends = new Map<string, number>()
    for (let run = 0; run < RUNS; run++) {
      const world = createScriptedWorld({ maxRunners: 1 + random.below(2) })
      const turn = new AbortController()
      const jobs = Array.from({ length: 1 + random.below(2) }, () => createJob({ timeoutMs: TIMEOUT_MS, signal: turn.signal, ...randomHost(random) }))
      const reports = jobs.map(job => world.pool.run(job))
      if (random.below(8) > 0) world.latest().ready()
      let fault: string | null = null
      try {
        await misbehave(random, world, turn)
        world.pass(TIMEOUT_MS)
        for (const [index, report] of (await atOnce(Promise.all(reports))).entries()) {
          fault ??= faultOf(report, jobs[index] ?? createJob())
          const end = report.cancelled ? 'cancelled' : report.fault?.code ?? 'none'
          ends.set(end, (ends.get(end) ?? 0) + 1)
        }
        const next = await atOnce(orderlyReport(world))
        if (next.fault !== null || next.cancelled) fault ??= `the next job ended with ${JSON.stringify(next)}`
        if (world.holding() > 0) fault ??= 'a timer still holds the process'
      } catch (error) {
        fault = `it threw ${String(error)}`
      }
      if (fault !== null) expect({ seed, run, fault }).toBe('a run that ended, and a pool that works')
    }
    for (const end of ['none', 'protocol', 'cancelled', 'timeout', 'script_threw', 'runner_died']) expect(ends.get(end) ?? 0, end).toBeGreaterThan(RUNS / 1_000)
  }, 300_000)
})
