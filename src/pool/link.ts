/** The line between the pool and one runner, whatever the runner is: a process, a thread, or a script of a test. */
import type { RunnerFrame } from '../protocol.ts'

/** How a runner came to its end. */
export interface RunnerEnd {
  /** False when it could not be started at all. */
  readonly started: boolean
  readonly exitCode: number | null
  readonly signal: string | null
  /** Last words: the tail of its error output, or why it could not be started. Bounded. */
  readonly detail: string
}

export interface LinkHandlers {
  /** @param bytes size of the frame as it came in. */
  frame(frame: RunnerFrame, bytes: number): void
  /** What came in is no frame, or too large. Nothing more comes from this runner. */
  malformed(reason: string): void
  /** Exactly once, also after `kill`. */
  ended(end: RunnerEnd): void
}

export interface RunnerLink {
  /** Null for a thread, and for a process that is not there yet. */
  pid(): number | null
  /** Sends texts in one write. Silently nothing once the runner is gone: its end is reported anyway. */
  post(texts: readonly string[]): void
  /** Ends the runner at once, whatever it does. Twice is a no-op. */
  kill(): void
}

/** Starts a runner. Never throws and never calls back at once: a failure is a later `ended` with `started: false`. */
export type StartRunner = (handlers: LinkHandlers) => RunnerLink

/** Time as the pool knows it, so that a test can make it pass. */
export interface PoolTime {
  /** Milliseconds on a clock that never goes back. */
  now(): number
  /**
   * @param keepAlive whether this timer keeps the host's process alive.
   * @returns what cancels it.
   */
  after(ms: number, action: () => void, keepAlive: boolean): () => void
}
