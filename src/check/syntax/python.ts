/**
 * Python by Python's own compiler, in memory: what `py_compile` does, without the file it would
 * write beside the checked one. The source goes in on standard input.
 */
import type { ProcessPort } from '../../types.ts'
import { parseAnswer } from './answer.ts'
import type { CheckerAnswer } from './answer.ts'
import { MAX_CHECKER_OUTPUT, outcomeOf } from './checker.ts'
import type { CheckLimits, SyntaxChecker, SyntaxOutcome, SyntaxSource } from './checker.ts'
import { failed, processFailure, unreadable } from './process-outcome.ts'

export interface PythonDeps {
  readonly processes: ProcessPort
  readonly environment: Readonly<Record<string, string>>
  /** Where the program runs; not the workspace, so that nothing there can be imported. */
  readonly folder: string
  /** Commands tried in order, e.g. `[['python3'], ['python']]`. */
  readonly candidates: readonly (readonly [string, ...string[]])[]
}

/** Isolated, no site packages, no byte code written. */
const FLAGS = ['-I', '-S', '-B', '-c'] as const

const PROGRAM = `
import base64, json, sys, warnings
warnings.simplefilter("ignore")
answer = {"parser": "Python %d.%d.%d" % sys.version_info[:3], "errors": []}
source = base64.b64decode(sys.stdin.read())
try:
    compile(source, "<checked file>", "exec", dont_inherit=True)
except SyntaxError as error:
    answer["errors"].append({"message": str(error.msg), "line": error.lineno, "column": error.offset})
except ValueError as error:
    answer["errors"].append({"message": str(error)})
except (RecursionError, MemoryError, OverflowError) as error:
    answer["failed"] = "Python gave up on the file: " + type(error).__name__
sys.stdout.write(json.dumps(answer))
`

export function createPythonChecker(deps: PythonDeps): SyntaxChecker {
  let known: readonly [string, ...string[]] | null = null
  let parser = 'not used yet'

  const ask = async (command: readonly [string, ...string[]], source: SyntaxSource, limits: CheckLimits): Promise<CheckerAnswer | SyntaxOutcome> => {
    const result = await deps.processes.run([...command, ...FLAGS, PROGRAM], {
      cwd: deps.folder, env: deps.environment, timeoutMs: limits.timeoutMs, signal: limits.signal,
      maxOutputBytes: MAX_CHECKER_OUTPUT, stdin: Buffer.from(source.bytes).toString('base64'),
    })
    return processFailure(command.join(' '), result, limits.timeoutMs) ?? parseAnswer(result.stdout) ?? unreadable(command.join(' '), result)
  }

  return {
    id: 'python',
    language: 'Python',
    extensions: ['.py', '.pyi', '.pyw'],
    shebangs: ['python'],
    describe: () => parser,
    async check(source, limits) {
      let last: SyntaxOutcome = { kind: 'unavailable', reason: 'no command for Python is known' }
      for (const command of known === null ? deps.candidates : [known]) {
        const answer = await ask(command, source, limits)
        if ('parser' in answer) {
          known = command
          parser = answer.parser
          return answer.failed === null ? outcomeOf(answer.diagnostics, answer.total) : failed(answer.failed)
        }
        // A command that is missing, or is another Python, may be followed by one that works; a crash outranks an absence.
        if (last.kind !== 'failed' || answer.kind === 'failed') last = answer
        if (answer.kind === 'failed' && (answer.timedOut || limits.signal.aborted)) break
      }
      if (last.kind === 'unavailable') parser = 'missing'
      return last
    },
  }
}
