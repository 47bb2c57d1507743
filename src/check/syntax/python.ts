/**
 * Python by Python's own compiler, in memory: what `py_compile` does, without the file it would
 * write beside the checked one. The source goes in on standard input.
 */
import { LRUCache } from 'lru-cache'
import type { ProcessPort } from '../../types.ts'
import { parseAnswer } from './answer.ts'
import type { CheckerAnswer } from './answer.ts'
import { MAX_CHECKER_OUTPUT, outcomeOf } from './checker.ts'
import type { CheckLimits, SyntaxChecker, SyntaxOutcome, SyntaxSource } from './checker.ts'
import { failed, processFailure, unreadable } from './process-outcome.ts'
import type { PythonVersions, WantedPython } from './python-version.ts'

export interface PythonDeps {
  readonly processes: ProcessPort
  readonly environment: Readonly<Record<string, string>>
  /** Where the program runs; not the workspace, so that nothing there can be imported. */
  readonly folder: string
  /** Commands tried in order, e.g. `[['python3'], ['python']]`. */
  readonly candidates: readonly (readonly [string, ...string[]])[]
  readonly versions: PythonVersions
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

const MAX_KNOWN = 64

/** The project's own first. */
function projectCommands({ interpreter, lowest }: WantedPython): readonly (readonly [string, ...string[]])[] {
  return [...interpreter === null ? [] : [[interpreter] as const], ...lowest === null ? [] : [[`python${lowest}`] as const]]
}

export function createPythonChecker(deps: PythonDeps): SyntaxChecker {
  /** What worked, by what a project wants. */
  const known = new LRUCache<string, readonly [string, ...string[]]>({ max: MAX_KNOWN })
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
      const wanted = await deps.versions.wantedBy(source)
      const key = JSON.stringify([wanted.interpreter, wanted.lowest])
      const remembered = known.get(key)
      let last: SyntaxOutcome = { kind: 'unavailable', reason: 'no command for Python is known' }
      for (const command of remembered === undefined ? [...projectCommands(wanted), ...deps.candidates] : [remembered]) {
        const answer = await ask(command, source, limits)
        if ('parser' in answer) {
          const accepted = wanted.accepts(answer.parser.replace(/^Python /, ''))
          if (accepted || answer.failed !== null || answer.total === 0) {
            if (accepted) known.set(key, command)
            parser = answer.parser
            return answer.failed === null ? outcomeOf(answer.diagnostics, answer.total) : failed(answer.failed)
          }
          // Another version than the project's: what it takes for an error may be the other's grammar.
          last = { kind: 'ok' }
          continue
        }
        // A command that is missing, or is another Python, may be followed by one that works; a crash outranks an absence.
        if (last.kind === 'unavailable') last = answer
        if (answer.kind === 'failed' && (answer.timedOut || limits.signal.aborted)) break
      }
      if (last.kind === 'unavailable') parser = 'missing'
      return last
    },
  }
}
