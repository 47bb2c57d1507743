/**
 * Syntax of one file by Node's own type stripping, where the project has no `typescript`. It stops
 * at the first error, knows no JSX, and refuses some valid TypeScript, which counts as fine here.
 */
import type { Diagnostic } from '../../types.ts'
import type { ChildAnswer, ChildLibraries } from './child-answer.ts'

type Strip = (text: string, options: { readonly mode: 'transform' | 'strip', readonly sourceUrl: string }) => string

const INVALID = 'ERR_INVALID_TYPESCRIPT_SYNTAX'
const UNSUPPORTED = 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX'
/** Ends the location line of the error's stack; no file is read by this name. */
const SOURCE_URL = 'checked-file'

export function strippedProblems(libraries: Pick<ChildLibraries, 'nodeModule' | 'nodeVersion'>, fileName: string, text: string): ChildAnswer {
  const parser = `Node ${libraries.nodeVersion} type stripping`
  const strip = libraries.nodeModule['stripTypeScriptTypes']
  if (typeof strip !== 'function') {
    return { parser, errors: [], unavailable: `the project has no typescript package, and Node ${libraries.nodeVersion} has no type stripping of its own` }
  }
  if (/\.tsx$/i.test(fileName)) return { parser, errors: [], unavailable: 'the project has no typescript package, and Node itself does not read .tsx' }
  return { parser, errors: problemsOf(strip as Strip, text) }
}

function problemsOf(strip: Strip, text: string): Diagnostic[] {
  const found = attempt(strip, text, 'transform')
  // `transform` reads enums and namespaces too; a Node without it still strips.
  return found.code === 'ERR_INVALID_ARG_VALUE' ? attempt(strip, text, 'strip').problems : found.problems
}

function attempt(strip: Strip, text: string, mode: 'transform' | 'strip'): { readonly code: unknown, readonly problems: Diagnostic[] } {
  try {
    strip(text, { mode, sourceUrl: SOURCE_URL })
    return { code: null, problems: [] }
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    if (error.code === INVALID) return { code: INVALID, problems: [{ message: error.message, ...placeIn(error.stack ?? '') }] }
    if (error.code === UNSUPPORTED || error.code === 'ERR_INVALID_ARG_VALUE') return { code: error.code, problems: [] }
    throw error
  }
}

/** The stack begins with `file:line`, then lines of the text, then a line of carets. */
function placeIn(stack: string): { readonly line: number | null, readonly column: number | null } {
  const lines = stack.split('\n')
  const line = new RegExp(`^${SOURCE_URL}:(\\d+)$`).exec(lines[0] ?? '')
  const end = lines.findIndex(one => /^\w*Error \[/.test(one))
  const carets = lines.slice(1, end < 0 ? 1 : end).map(one => /^([ \t]*)\^+$/.exec(one)).find(found => found !== null)
  return { line: line?.[1] === undefined ? null : Number(line[1]), column: carets?.[1] === undefined ? null : carets[1].length + 1 }
}
