/**
 * Bounds synchronous work that others wrote and that may never end for the wrong input (a parser).
 * Not a sandbox: the work runs in this realm with all its rights.
 */
import { createContext, Script } from 'node:vm'

export type Timed<T> = { readonly ended: true, readonly value: T } | { readonly ended: false }

/** One context for all: making one takes longer than most of the work that is bounded here. */
let watched: { readonly slot: { work: () => void }, readonly run: (ms: number) => void } | null = null

function watch(): NonNullable<typeof watched> {
  if (watched !== null) return watched
  const slot = { work: (): void => undefined }
  const context = createContext({ slot })
  // Only a script that vm itself runs can be stopped, and it takes with it what it called.
  const script = new Script('slot.work()')
  watched = { slot, run: (ms) => { script.runInContext(context, { timeout: ms }) } }
  return watched
}

/**
 * Runs `work` to its end or for `ms` milliseconds of wall clock, whichever is shorter. What it
 * throws goes through. Stopped work may leave its own state half changed; native calls are not stopped.
 */
export function withinTime<T>(ms: number, work: () => T): Timed<T> {
  let outcome: { readonly value: T } | { readonly thrown: unknown } | null = null
  const { slot, run } = watch()
  slot.work = () => {
    try {
      outcome = { value: work() }
    } catch (error) {
      // Carried out by hand: an error that leaves the context is not always the one that was thrown.
      outcome = { thrown: error }
    }
  }
  try {
    run(ms)
  } catch (error) {
    if (isTimeout(error)) return { ended: false }
    throw error
  } finally {
    slot.work = () => undefined
  }
  const done = outcome as { readonly value: T } | { readonly thrown: unknown } | null
  if (done === null) return { ended: false }
  if ('thrown' in done) throw done.thrown
  return { ended: true, value: done.value }
}

/** The error of vm may be of the other realm, where `instanceof` does not hold. */
function isTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}
