/** Waits until a pool has a runner that is free, without joining its queue and without keeping the process alive. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ScriptRunner } from '../pool/create.ts'

const STEP_MS = 25

/** Ends when one is free, when none can be started, after `ms`, or when the signal aborts. */
export async function runnerReady(pool: ScriptRunner, ms: number, signal: AbortSignal): Promise<void> {
  pool.warm()
  for (let waited = 0; waited < ms && !signal.aborted; waited += STEP_MS) {
    const { runners, lastStartFailure } = pool.stats()
    if (lastStartFailure !== null || runners.some(runner => runner.state === 'idle')) return
    await sleep(STEP_MS, undefined, { ref: false })
  }
}
