/** JSON, in this process: the scanner is linear and needs no program. Comments are fine where tools read them. */
import { outcomeOf } from './checker.ts'
import type { SyntaxChecker, SyntaxOutcome } from './checker.ts'
import { fileNameOf } from './choose.ts'
import { allowsComments } from './json-names.ts'
import { scanJson } from './json-scan.ts'
import type { JsonProblem } from './json-scan.ts'
import { decodeText, placeAt } from './source-text.ts'

export function createJsonChecker(): SyntaxChecker {
  return {
    id: 'json',
    language: 'JSON',
    extensions: ['.json', '.jsonc', '.geojson', '.webmanifest', '.code-workspace', '.importmap'],
    shebangs: [],
    describe: () => 'built-in JSON parser',
    check(source) {
      const text = decodeText(source.bytes)
      return Promise.resolve(text === null ? { kind: 'ok' } : checkJson(source.path, text))
    },
  }
}

function checkJson(path: string, text: string): SyntaxOutcome {
  const lenient = scanJson(text, true)
  if (lenient !== null && isTemplate(text, lenient.offset)) return { kind: 'ok' }
  if (allowsComments(fileNameOf(path), path)) return lenient === null || text.trim() === '' ? { kind: 'ok' } : errorAt(text, lenient)
  if (lenient !== null) return errorAt(text, lenient)
  const strict = scanJson(text, false)
  if (strict === null) return { kind: 'ok' }
  // The place is in the words and not in the fields: a file that had comments before has them still, wherever they moved.
  const { line, column } = placeAt(text, strict.offset)
  return outcomeOf([{ message: `${strict.message} (line ${line}, column ${column}) is allowed only in JSON with comments`, line: null, column: null }])
}

function errorAt(text: string, problem: JsonProblem): SyntaxOutcome {
  return outcomeOf([{ message: problem.message, ...placeAt(text, problem.offset) }])
}

/** A template's placeholder where the scanner stopped, or one unit before: `{` alone may begin an object. */
function isTemplate(text: string, offset: number): boolean {
  const near = text.slice(Math.max(0, offset - 1), offset + 8)
  return /^.?(?:\{\{[-~]?[ \t]*[\w.#/>!&]|\{%|<%|\$\{)/.test(near)
}
