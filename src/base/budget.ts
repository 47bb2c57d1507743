/**
 * Keeps the thread free: a budget for synchronous work on texts that a model wrote, and pauses in long rows
 * of short work. Owns no limits of what is read; whoever reads says what it means that the budget was used up.
 */
import { withinTime, type Timed } from './time-limit.ts'

/** Milliseconds that one reading may hold the thread. */
export const BUDGET_MS = 35
/** Milliseconds of short work without a pause. */
const STRETCH_MS = 10
const TRIES = 4

export interface Budget {
  /** Runs `work` in what is left of the budget; stopped work is not ended. */
  run<T>(work: () => T): Promise<Timed<T>>
}

/** One budget for all the stretches of one reading. */
export function createBudget(ms: number = BUDGET_MS): Budget {
  let left = ms
  return {
    async run(work) {
      for (let attempt = 1; ; attempt++) {
        if (left < 1) return { ended: false }
        const began = performance.now()
        const processor = process.cpuUsage()
        const timed = withinTime(Math.ceil(left), work)
        const { user, system } = process.cpuUsage(processor)
        const used = Math.min(performance.now() - began, (user + system) / 1_000)
        // A machine with too much to do takes the processor away: such a stretch counts by what it really used.
        if (timed.ended || attempt === TRIES || used > left / 2) {
          left -= used
          return timed
        }
        await pause()
      }
    },
  }
}

/** @returns a function that, called between pieces of work, now and then lets others run first. */
export function createBreather(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < STRETCH_MS) return
    await pause()
    since = performance.now()
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => { setImmediate(resolve) })
}
