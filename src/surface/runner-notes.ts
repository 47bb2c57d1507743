/** What an operator needs to know of the runners: those that had to be ended, and those that did not start. */
import type { PoolStats } from '../pool/pool.ts'

export type RunnerTroubles = Pick<PoolStats, 'kills' | 'reruns' | 'startFailures' | 'lastStartFailure'>

/** @returns one line for each kind; none while all is well. */
export function runnerNotes({ kills, reruns, startFailures, lastStartFailure }: RunnerTroubles): string[] {
  const ended = [
    ...kills.timeout > 0 ? [`${kills.timeout} for their time (timeoutMs)`] : [],
    ...kills.memory > 0 ? [`${kills.memory} for their memory (sandbox.memoryMb)`] : [],
    ...kills.protocol > 0 ? [`${kills.protocol} for what they sent`] : [],
  ]
  return [
    ...ended.length > 0 ? [`runners that were ended: ${ended.join(', ')}; guard_status action=recent names the guards`] : [],
    ...reruns > 0 ? [`${reruns} ${reruns === 1 ? 'run was' : 'runs were'} begun again on another runner`] : [],
    ...startFailures > 0 ? [`${startFailures} ${startFailures === 1 ? 'runner' : 'runners'} did not start${lastStartFailure === null ? '' : `, the last because ${lastStartFailure}`}`] : [],
  ]
}
