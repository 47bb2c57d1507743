/**
 * JavaScript by `node --check`, on a copy in the folder of temporary files whose extension says how
 * it is read. Says nothing about JSX, Flow and decorators in `.js`: Node is not their parser.
 */
import type { FilesPort, ProcessPort } from '../../types.ts'
import type { ProcessResult } from '../process.ts'
import { withTemporaryCopy } from '../temporary.ts'
import { MAX_CHECKER_OUTPUT, outcomeOf } from './checker.ts'
import type { CheckLimits, SyntaxChecker, SyntaxOutcome, SyntaxSource } from './checker.ts'
import { isOtherDialect, parseNodeError } from './javascript-error.ts'
import type { NodeError } from './javascript-error.ts'
import { moduleKinds } from './javascript-kind.ts'
import type { ModuleKind } from './javascript-kind.ts'
import { processFailure, unreadable } from './process-outcome.ts'
import { decodeText } from './source-text.ts'

export interface JavaScriptDeps {
  readonly processes: ProcessPort
  readonly files: Pick<FilesPort, 'read'>
  readonly environment: Readonly<Record<string, string>>
  readonly temporaryFolder: string
  readonly node: string
}

export function createJavaScriptChecker(deps: JavaScriptDeps): SyntaxChecker {
  let state = 'not used yet'

  const asKind = (kind: ModuleKind, source: SyntaxSource, limits: CheckLimits): Promise<NodeError | null | SyntaxOutcome> => {
    const name = kind === 'module' ? 'checked.mjs' : 'checked.cjs'
    return withTemporaryCopy(deps.temporaryFolder, name, source.bytes, async (path) => {
      const result = await deps.processes.run([deps.node, '--check', path], {
        cwd: deps.temporaryFolder, env: deps.environment, timeoutMs: limits.timeoutMs, signal: limits.signal, maxOutputBytes: MAX_CHECKER_OUTPUT,
      })
      return readResult(result, name, limits.timeoutMs)
    })
  }

  return {
    id: 'javascript',
    language: 'JavaScript',
    extensions: ['.js', '.mjs', '.cjs'],
    shebangs: ['node', 'nodejs'],
    describe: () => state,
    async check(source, limits) {
      const text = decodeText(source.bytes)
      if (text === null || FLOW.test(text.slice(0, FLOW_HEAD))) return { kind: 'ok' }
      let first: NodeError | null = null
      for (const kind of await moduleKinds(deps.files, source, text)) {
        const answer = await asKind(kind, source, limits)
        if (answer !== null && 'kind' in answer) {
          if (answer.kind === 'unavailable') state = 'missing'
          return answer
        }
        state = 'node --check'
        if (answer === null || isOtherDialect(answer, text)) return { kind: 'ok' }
        first ??= answer
      }
      return first === null ? { kind: 'ok' } : outcomeOf([first])
    },
  }
}

const FLOW = /@flow\b/
/** UTF-16 units in which a Flow file says that it is one. */
const FLOW_HEAD = 1_024

function readResult(result: ProcessResult, name: string, timeoutMs: number): NodeError | null | SyntaxOutcome {
  const failure = processFailure('node --check', result, timeoutMs)
  if (failure !== null) return failure
  if (result.exitCode === 0) return null
  return parseNodeError(result.stderr, name) ?? unreadable('node --check', result)
}
