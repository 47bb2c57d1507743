/**
 * The step limit of a run. The compiler has put a call of `__vance_tick` into every loop and function;
 * this is that function. Once the limit is reached every further step throws again, so that catching
 * the error leads nowhere.
 */

export interface Steps {
  /** What guards call; without arguments, without result. */
  readonly tick: () => void
  /** Starts counting for a run. @param max steps; 0 means no limit. */
  begin(max: number): void
  /** The error of the first step too many, whose stack has the guard's line; null while within the limit. */
  exceeded(): Error | null
}

/** Largest count that V8 keeps as a small integer in a closure. */
const CHUNK = 2 ** 30 - 1

export function createSteps(): Steps {
  let left = 0
  let beyond = 0
  let first: Error | null = null
  let limit = 0

  const refill = (): void => {
    if (beyond > 0) {
      left = Math.min(beyond, CHUNK)
      beyond -= left
      return
    }
    const error = new Error(`the guard took more than ${limit} steps (loop iterations and function calls)`)
    first ??= error
    throw error
  }

  return {
    tick: () => {
      if (left === 0) refill()
      left -= 1
    },
    begin(max) {
      limit = max
      left = 0
      beyond = max === 0 ? Number.POSITIVE_INFINITY : max
      first = null
    },
    exceeded: () => first,
  }
}
