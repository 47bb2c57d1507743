/**
 * One runner as the pool keeps it: what state it is in, what it has been told already, how much it has
 * done. Owns the link; does not decide what runs where.
 */
import type { RunnerFrame } from '../protocol.ts'
import type { LinkHandlers, RunnerEnd, RunnerLink, StartRunner } from './link.ts'
import type { Usage } from './usage.ts'

export type RunnerState = 'starting' | 'idle' | 'busy' | 'dead'

export interface RunnerEvents {
  ready(runner: Runner): void
  frame(runner: Runner, frame: RunnerFrame, bytes: number): void
  malformed(runner: Runner, reason: string): void
  /** The runner ended although nobody here ended it. */
  died(runner: Runner, end: RunnerEnd): void
  /** The end that `kill` had asked for has come. */
  gone(runner: Runner): void
}

export interface Runner {
  state: RunnerState
  /** Runs that came to their end here. */
  runs: number
  /** Milliseconds of own work so far; an upper bound of the processor time of its main thread. */
  workedMs: number
  rssBytes: number | null
  /** When it was last given back, on the pool's clock. */
  usedAt: number
  /** Memory when its first run was over: what later readings are compared with. */
  firstRssBytes: number | null
  readonly usage: Usage
  /** Its processor priority was lowered, because it computed for long. */
  lowered: boolean
  /** Hashes of the guards that it has been given. */
  readonly loaded: Set<string>
  pid(): number | null
  post(texts: readonly string[]): void
  kill(): void
}

export function startRunner(start: StartRunner, usage: Usage, events: RunnerEvents): Runner {
  let ended = false
  const runner: Runner = {
    state: 'starting', runs: 0, workedMs: 0, usedAt: 0, rssBytes: null, firstRssBytes: null, usage, lowered: false, loaded: new Set(),
    pid: () => ended ? null : link.pid(),
    post(texts) { link.post(texts) },
    kill() {
      runner.state = 'dead'
      link.kill()
    },
  }
  const handlers: LinkHandlers = {
    frame(frame, bytes) {
      if (runner.state === 'dead') return
      if (runner.state !== 'starting') events.frame(runner, frame, bytes)
      else if (frame.t === 'ready') events.ready(runner)
      else events.malformed(runner, 'it spoke before it was ready')
    },
    malformed(reason) {
      if (runner.state !== 'dead') events.malformed(runner, reason)
    },
    ended(end) {
      if (ended) return
      ended = true
      if (runner.state === 'dead') events.gone(runner)
      else events.died(runner, end)
    },
  }
  const link: RunnerLink = start(handlers)
  return runner
}
