/** Asks the parsing child. Owns its command line; what it may read is all that it may do. */
import type { ProcessPort } from '../../types.ts'
import { parseAnswer } from './answer.ts'
import type { CheckerAnswer } from './answer.ts'
import { MAX_CHECKER_OUTPUT } from './checker.ts'
import type { CheckLimits, SyntaxOutcome } from './checker.ts'
import type { ChildRequest } from './child-protocol.ts'
import { processFailure, unreadable } from './process-outcome.ts'

export interface ChildDeps {
  readonly processes: ProcessPort
  readonly environment: Readonly<Record<string, string>>
  readonly folder: string
  readonly node: string
  /** Absolute path of the built `syntax-child.js`. */
  readonly entry: string
}

/** Room for the answer and for Node's warnings. */
const MAX_OUTPUT = MAX_CHECKER_OUTPUT

/** @param flags options of Node that go before the entry. */
export async function askChild(deps: ChildDeps, request: ChildRequest, flags: readonly string[], limits: CheckLimits): Promise<CheckerAnswer | SyntaxOutcome> {
  const result = await deps.processes.run([deps.node, ...flags, deps.entry], {
    cwd: deps.folder, env: deps.environment, timeoutMs: limits.timeoutMs, signal: limits.signal,
    maxOutputBytes: MAX_OUTPUT, stdin: JSON.stringify(request),
  })
  return processFailure('the parser', result, limits.timeoutMs) ?? parseAnswer(result.stdout) ?? unreadable('the parser', result)
}
