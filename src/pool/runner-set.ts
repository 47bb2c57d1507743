/**
 * The runners of a pool: how many there are, when one is started, kept as a spare, replaced or let go.
 * Knows nothing of jobs; the pool asks for an idle runner and gives it back.
 */
import { oneLine } from '../base/text.ts'
import type { PoolTime, RunnerEnd, StartRunner } from './link.ts'
import { startRunner, type Runner, type RunnerEvents } from './runner.ts'
import { createUsage, type ReadCpu } from './usage.ts'

export interface RunnerSetOptions {
  readonly start: StartRunner
  readonly time: PoolTime
  readonly readCpu: ReadCpu
  readonly maxRunners: number
}

export interface RunnerSetEvents extends Pick<RunnerEvents, 'frame' | 'malformed'> {
  /** There is an idle runner more. */
  available(): void
  /** A runner that was at work, or idle, has ended by itself. */
  died(runner: Runner, end: RunnerEnd): void
  /** None could be started, and none is left that could take over. */
  noneLeft(why: string): void
}

export interface RunnerSetCounts {
  started: number
  startFailures: number
  deaths: number
  recycled: number
  /** Why the last runner could not be started; null when it could. */
  lastStartFailure: string | null
}

export interface RunnerSet {
  readonly counts: Readonly<RunnerSetCounts>
  all(): readonly Runner[]
  idle(): readonly Runner[]
  /**
   * The idle runner that was used last, preferably one that has the guard.
   * @param wanted `fresh`: only one that has run nothing yet; `lowered`: preferably of low priority, or not.
   */
  pick(hash: string, wanted: { readonly fresh: boolean, readonly lowered: boolean }): Runner | null
  /** Starts runners until so many are on their way, as far as there is room. @param beyond how far above the number there may be it may go. */
  startUpTo(coming: number, beyond?: number): void
  /** Ends an idle runner, where a new one has no room otherwise and none is on its way. */
  makeRoom(): void
  /** Makes sure, a little later, that an idle runner is there for the next job. */
  spareSoon(): void
  /** Puts a runner that has done its job back; in place of a worn one a new one, in place of one too many none. */
  release(runner: Runner, state: 'good' | 'worn' | 'surplus'): void
  /** Ends a runner. */
  stop(runner: Runner): void
  /** Ends all; resolves when they are gone. */
  dispose(): Promise<void>
}

const START_MS = 15_000
/** After a failed start, while other runners are at work. */
const START_PAUSE_MS = 1000
/** A spare is started a little after the job that made it wanted, not to slow that one down. */
const SPARE_MS = 20
/** After this time without work only one runner is kept. */
const IDLE_MS = 60_000
/** How long `dispose` waits for ends that do not come. */
const DISPOSE_MS = 2000
const MAX_WHY = 400

export function createRunnerSet(options: RunnerSetOptions, events: RunnerSetEvents): RunnerSet {
  const { time } = options
  const runners = new Set<Runner>()
  const dying = new Set<Runner>()
  const counts: RunnerSetCounts = { started: 0, startFailures: 0, deaths: 0, recycled: 0, lastStartFailure: null }
  let noStartBefore = Number.NEGATIVE_INFINITY
  let cancelSpare: (() => void) | null = null
  let cancelReaper: (() => void) | null = null
  let disposal: { readonly promise: Promise<void>, readonly finish: () => void } | null = null

  const having = (state: Runner['state']): Runner[] => [...runners].filter(runner => runner.state === state)
  const stop = (runner: Runner): void => {
    if (!runners.delete(runner)) return
    dying.add(runner)
    runner.kill()
  }
  const startFailed = (why: string): void => {
    counts.startFailures += 1
    counts.lastStartFailure = oneLine(why, MAX_WHY)
    noStartBefore = time.now() + START_PAUSE_MS
    if (runners.size === 0) events.noneLeft(counts.lastStartFailure)
  }
  const startOne = (): void => {
    const cancelTimer = time.after(START_MS, () => {
      if (runner.state !== 'starting') return
      stop(runner)
      startFailed(`it was not ready within ${START_MS} ms`)
    }, false)
    const runner = startRunner(options.start, createUsage(options.readCpu), {
      frame: events.frame,
      malformed: events.malformed,
      ready() {
        cancelTimer()
        counts.lastStartFailure = null
        runner.state = 'idle'
        events.available()
      },
      died(_runner, end) {
        cancelTimer()
        const wasStarting = runner.state === 'starting'
        runner.state = 'dead'
        runners.delete(runner)
        if (wasStarting) {
          startFailed(end.detail === '' ? `it ended with ${end.signal ?? `exit code ${end.exitCode}`}` : end.detail)
          return
        }
        counts.deaths += 1
        events.died(runner, end)
      },
      gone() {
        cancelTimer()
        dying.delete(runner)
        if (dying.size === 0) disposal?.finish()
      },
    })
    counts.started += 1
    runners.add(runner)
  }
  const startUpTo = (coming: number, beyond = 0): void => {
    if (disposal !== null || (runners.size > 0 && time.now() < noStartBefore)) return
    const room = options.maxRunners + beyond - runners.size
    for (let missing = Math.min(coming - having('starting').length, room); missing > 0; missing -= 1) startOne()
  }
  const spareSoon = (): void => {
    if (disposal !== null) return
    cancelSpare ??= time.after(SPARE_MS, () => {
      cancelSpare = null
      if (having('idle').length === 0) startUpTo(1)
    }, false)
  }
  const reapLater = (): void => {
    if (disposal !== null || having('idle').length < 2) return
    cancelReaper ??= time.after(IDLE_MS, () => {
      cancelReaper = null
      // Insertion order is order of last use, see `release`.
      const unused = having('idle').slice(0, -1).filter(runner => time.now() - runner.usedAt >= IDLE_MS)
      for (const runner of unused) stop(runner)
      reapLater()
    }, false)
  }

  return {
    counts,
    all: () => [...runners],
    idle: () => having('idle'),
    pick(hash, wanted) {
      const all = having('idle').filter(runner => !wanted.fresh || runner.runs === 0)
      const preferred = all.filter(runner => runner.lowered === wanted.lowered)
      const idle = preferred.length > 0 ? preferred : all
      return idle.findLast(runner => runner.loaded.has(hash)) ?? idle.at(-1) ?? null
    },
    startUpTo,
    makeRoom() {
      const [unused] = having('idle')
      if (unused !== undefined && runners.size >= options.maxRunners && having('starting').length === 0) stop(unused)
    },
    spareSoon,
    release(runner, state) {
      if (state === 'worn') {
        counts.recycled += 1
        stop(runner)
        spareSoon()
      } else if (state === 'surplus') {
        stop(runner)
      } else {
        runner.state = 'idle'
        runner.usedAt = time.now()
        runners.delete(runner)
        runners.add(runner)
        reapLater()
      }
      events.available()
    },
    stop,
    dispose() {
      if (disposal !== null) return disposal.promise
      cancelSpare?.()
      cancelReaper?.()
      let resolve: () => void = () => undefined
      const promise = new Promise<void>((settled) => { resolve = settled })
      // Alive until the last one is gone: whoever waits for that must not find the process ended first.
      const cancelWait = time.after(DISPOSE_MS, resolve, true)
      const finish = (): void => {
        cancelWait()
        resolve()
      }
      disposal = { promise, finish }
      for (const runner of runners) stop(runner)
      if (dying.size === 0) finish()
      return promise
    },
  }
}
