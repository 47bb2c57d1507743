/** From how a runner ended, when nobody here ended it, to the fault of the run it was at. */
import { oneLine } from '../base/text.ts'
import type { FaultCode } from '../types.ts'
import type { RunnerEnd } from './link.ts'

const OUT_OF_MEMORY = /heap out of memory|heap limit|allocation failed|out of memory|invalid (?:size|array length|table size) error|ERR_WORKER_OUT_OF_MEMORY|Fatal (?:JavaScript )?(?:invalid|out of)/i
const MAX_DETAIL = 300

export function faultOfDeath(end: RunnerEnd): { readonly code: FaultCode, readonly message: string } {
  if (OUT_OF_MEMORY.test(end.detail)) return { code: 'memory_limit', message: 'the guard used up the memory of its runner; make it keep less, or raise sandbox.memoryMb' }
  if (end.signal === 'SIGXCPU') return { code: 'timeout', message: 'the guard used up the processor time of its runner and was stopped' }
  const how = end.signal === null ? `with exit code ${end.exitCode}` : `by ${end.signal}`
  const detail = end.detail === '' ? '' : `: ${oneLine(end.detail, MAX_DETAIL)}`
  return { code: 'runner_died', message: `the guard's runner was ended ${how}${detail}` }
}
