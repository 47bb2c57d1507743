/**
 * A pool over runners and a clock that the test drives: no process, no waiting. Owns the doubles of the
 * pool's ports, and a job with every field filled in.
 */
import type { LinkHandlers, PoolTime, RunnerEnd, StartRunner } from '../../../src/pool/link.ts'
import { createRunnerPool, type PoolOptions, type RunnerPool } from '../../../src/pool/pool.ts'
import { parseHostFrame, type HostFrame, type RunnerFrame } from '../../../src/protocol.ts'
import type { HostCalls, JsonValue, RunJob } from '../../../src/types.ts'

export interface ScriptedRunner {
  readonly pid: number
  readonly got: HostFrame[]
  killed: boolean
  ready(): void
  send(frame: RunnerFrame, bytes?: number): void
  malformed(reason: string): void
  /** The number of the run that it was given last. */
  lastRun(): number
  done(fault?: Extract<RunnerFrame, { t: 'done' }>['fault']): void
  end(end?: Partial<RunnerEnd>): void
}

export interface ScriptedWorld {
  readonly pool: RunnerPool
  readonly runners: ScriptedRunner[]
  /** The runner that was started last. */
  readonly latest: () => ScriptedRunner
  /** Lets time pass; timers fire in order. */
  readonly pass: (ms: number) => void
  /** Timers that would keep the host's process alive. */
  readonly holding: () => number
  readonly rss: Map<number, number>
  /** Runners whose priority was lowered. */
  readonly lowered: Set<number>
}

/** @param kind threads have no process id. */
export function createScriptedWorld(options: Partial<PoolOptions> = {}, kind: 'process' | 'thread' = 'process'): ScriptedWorld {
  const runners: ScriptedRunner[] = []
  const rss = new Map<number, number>()
  const lowered = new Set<number>()
  const { time, pass, holding } = createManualTime()
  const start: StartRunner = (handlers) => {
    const runner = createRunner(100 + runners.length, handlers)
    runners.push(runner)
    return {
      pid: () => kind === 'thread' ? null : runner.pid,
      post(texts) {
        for (const text of texts) {
          const frame = parseHostFrame(text)
          if (frame !== null) runner.got.push(frame)
        }
      },
      kill() { runner.killed = true },
    }
  }
  const pool = createRunnerPool({
    start, time, readRss: pid => rss.get(pid) ?? null, readCpu: () => null, priority: { lower: (pid) => { lowered.add(pid) }, restore: pid => lowered.delete(pid) }, maxRunners: 4, processors: 8, memoryMb: 100, maxSteps: 1000,
    maxWorkMs: 1_000_000, maxRuns: 1000, startAdvice: 'do this', ...options,
  })
  const latest = (): ScriptedRunner => {
    const runner = runners.at(-1)
    if (runner === undefined) throw new Error('no runner was started')
    return runner
  }
  return { pool, runners, latest, pass, holding, rss, lowered }
}

function createRunner(pid: number, handlers: LinkHandlers): ScriptedRunner {
  const runner: ScriptedRunner = {
    pid, got: [], killed: false,
    ready() { handlers.frame({ t: 'ready', node: '20' }, 10) },
    send(frame, bytes = 10) { handlers.frame(frame, bytes) },
    malformed(reason) { handlers.malformed(reason) },
    lastRun() {
      const run = runner.got.findLast(frame => frame.t === 'run')
      if (run === undefined) throw new Error('it was given no run')
      return run.run
    },
    done(fault = null) { handlers.frame({ t: 'done', run: runner.lastRun(), fault, logsDropped: 0, cpuMs: null }, 10) },
    end(end = {}) { handlers.ended({ started: true, exitCode: null, signal: 'SIGKILL', detail: '', ...end }) },
  }
  return runner
}

export function createManualTime(): { readonly time: PoolTime, readonly pass: (ms: number) => void, readonly holding: () => number } {
  interface Timer { readonly at: number, readonly action: () => void, readonly keepAlive: boolean }
  let now = 0
  const timers = new Set<Timer>()
  return {
    time: {
      now: () => now,
      after(ms, action, keepAlive) {
        const timer = { at: now + ms, action, keepAlive }
        timers.add(timer)
        return () => { timers.delete(timer) }
      },
    },
    pass(ms) {
      const end = now + ms
      for (;;) {
        const next = [...timers].filter(timer => timer.at <= end).sort((a, b) => a.at - b.at)[0]
        if (next === undefined) break
        timers.delete(next)
        now = next.at
        next.action()
      }
      now = end
    },
    holding: () => [...timers].filter(timer => timer.keepAlive).length,
  }
}

export interface JobOptions extends Partial<Omit<RunJob, 'host' | 'input'>> {
  readonly input?: Partial<RunJob['input']>
  readonly call?: HostCalls['call']
  readonly tell?: HostCalls['tell']
}

export function createJob(options: JobOptions = {}): RunJob {
  const { input, call, tell, ...rest } = options
  return {
    hash: 'h1', guardName: 'g1', compiled: { code: '(function (vance) {\n\n})', isAsync: false, warnings: [] },
    mode: 'enforce', params: {}, maxRounds: 3, allowTools: false, now: 1_700_000_000_000, loopScratch: {},
    timeoutMs: 1000, signal: new AbortController().signal,
    host: {
      call: call ?? (async (): Promise<JsonValue> => null),
      tell: tell ?? (() => undefined),
    },
    input: {
      point: 'command', task: 'task', request: 'request', output: '', round: 0, naturalStop: true, hasAgent: true,
      command: { name: 'bash', args: { command: 'ls' }, callId: 'c1' }, result: null,
      session: { sessionId: 's1', agentId: 'a1', rootSessionId: 's1', cwd: '/project', isSubagent: false },
      ...input,
    },
    ...rest,
  }
}

/** Lets what waits on promises go on. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => { setImmediate(resolve) })
}
