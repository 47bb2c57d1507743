/** What a checker's program did, before its answer is read: in words, the same for every checker. */
import { oneLine } from '../../base/text.ts'
import type { ProcessResult } from '../process.ts'
import type { SyntaxOutcome } from './checker.ts'

const MAX_STDERR = 200

/** @returns the failure, or null when the program came to its own end and its answer can be read. */
export function processFailure(program: string, result: ProcessResult, timeoutMs: number): SyntaxOutcome | null {
  if (result.killedBy === 'timeout') return failed(`${program} gave no answer within ${timeoutMs} ms and was stopped`, true)
  if (result.killedBy === 'output') return failed(`${program} wrote more than a check may and was stopped`)
  if (result.killedBy === 'abort') return failed(`${program} was stopped, because the turn was cancelled`)
  if (!result.started) return { kind: 'unavailable', reason: `${program} could not be started: ${result.error ?? 'unknown reason'}` }
  return result.exitCode === null ? failed(`${program} ${result.error ?? 'ended without an exit code'}`) : null
}

/** The program ended and said nothing that can be read. */
export function unreadable(program: string, result: ProcessResult): SyntaxOutcome {
  const words = oneLine(result.stderr === '' ? result.stdout : result.stderr, MAX_STDERR)
  return failed(`${program} ended with exit code ${result.exitCode} and no readable answer${words === '' ? '' : `: ${words}`}`)
}

export function failed(reason: string, timedOut = false): SyntaxOutcome {
  return { kind: 'failed', reason, timedOut }
}
