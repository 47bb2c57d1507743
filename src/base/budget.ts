/**
 * Keeps the thread free: a budget for synchronous work on texts that a model wrote, and pauses in long rows
 * of short work. Owns no limits of what is read; whoever reads says what it means that the budget was used up.
 */
import { withinTime, type Timed } from './time-limit.ts'

/** Milliseconds that one reading may hold the thread. */
export const BUDGET_MS = 35
/** Milliseconds of short work without a pause. */
const STRETCH_MS = 10
/** A machine with too much to do takes the processor away; so often the work goes on all the same. */
const MAX_DELAYS = 4

export interface Budget {
  /**
   * Runs `work` in what is left. It ends itself by `check`; `watched` also stops work that does not come to
   * its next check (a regular expression, a parser), which costs a thread of its own.
   */
  run<T>(work: () => T, watched: boolean): Timed<T>
  /** Called often by the work: throws once the budget is used up. */
  check(): void
}

const USED_UP = new Error('the budget is used up')

/** One budget for all the stretches of one reading. */
export function createBudget(ms: number = BUDGET_MS): Budget {
  let left = ms
  let until = Infinity
  let began = 0
  let processor = process.cpuUsage()
  let delays = 0

  /** The time that the work really had. */
  function used(): number {
    const { user, system } = process.cpuUsage(processor)
    return Math.min(performance.now() - began, (user + system) / 1_000)
  }

  function check(): void {
    if (performance.now() < until) return
    if (delays++ >= MAX_DELAYS || used() > left / 2) throw USED_UP
    until = performance.now() + left / 2
  }

  function attempt<T>(work: () => T, watched: boolean): Timed<T> {
    began = performance.now()
    processor = process.cpuUsage()
    until = began + left
    try {
      return watched ? withinTime(Math.ceil(left), work) : { ended: true, value: work() }
    } catch (error) {
      if (error === USED_UP) return { ended: false }
      throw error
    } finally {
      until = Infinity
    }
  }

  return {
    check,
    run(work, watched) {
      if (left < 1) return { ended: false }
      for (let tries = 0; ; tries++) {
        const timed = attempt(work, watched)
        const taken = used()
        // Stopped by the watch before it had half of its time: the machine was busy with something else.
        if (!timed.ended && watched && taken < left / 2 && tries < MAX_DELAYS) continue
        left -= taken
        return timed
      }
    },
  }
}

/** @returns a function that, called between pieces of work, now and then lets others run first. */
export function createBreather(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < STRETCH_MS) return
    await new Promise((resolve) => { setImmediate(resolve) })
    since = performance.now()
  }
}
