/**
 * Syntax of one file by the `typescript` library of the project being edited, over a program of
 * that one file: nothing is resolved, no library files are read, no types are checked.
 */
import type { Diagnostic } from '../../types.ts'
import { MAX_KEPT } from './checker.ts'
import type { ChildAnswer } from './child-answer.ts'

/** The few names used of the library; every release since 2.0 has them. */
interface TypeScriptLibrary {
  readonly version: string
  readonly ScriptTarget: { readonly Latest: number }
  createSourceFile(name: string, text: string, target: number): SourceFile
  createProgram(names: readonly string[], options: object, host: object): {
    getSyntacticDiagnostics(file?: SourceFile): readonly LibraryDiagnostic[]
  }
}
interface SourceFile {
  getLineAndCharacterOfPosition(position: number): { readonly line: number, readonly character: number }
}
interface LibraryDiagnostic {
  readonly start?: number
  readonly code: number
  /** 1 is an error. */
  readonly category: number
  readonly messageText: string | { readonly messageText: string }
}

const ERROR = 1

/** @throws what the library throws. */
export function typeScriptProblems(loaded: unknown, fileName: string, text: string): ChildAnswer {
  if (!isLibrary(loaded)) return { parser: 'typescript', errors: [], unavailable: 'the typescript package of the project has no compiler that can be called' }
  const file = loaded.createSourceFile(fileName, text, loaded.ScriptTarget.Latest)
  const program = loaded.createProgram([fileName], { noResolve: true, noLib: true, types: [], target: loaded.ScriptTarget.Latest, jsx: 1 }, {
    getSourceFile: (name: string) => name === fileName ? file : undefined,
    getDefaultLibFileName: () => 'lib.d.ts',
    getCurrentDirectory: () => '/',
    getDirectories: () => [],
    getCanonicalFileName: (name: string) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (name: string) => name === fileName,
    readFile: () => undefined,
    writeFile: () => undefined,
  })
  const errors = program.getSyntacticDiagnostics(file).filter(one => one.category === ERROR).slice(0, MAX_KEPT).map(one => toDiagnostic(file, one))
  return { parser: `TypeScript ${loaded.version}`, errors }
}

function toDiagnostic(file: SourceFile, one: LibraryDiagnostic): Diagnostic {
  const words = typeof one.messageText === 'string' ? one.messageText : one.messageText.messageText
  const place = one.start === undefined ? null : file.getLineAndCharacterOfPosition(one.start)
  return { message: `TS${one.code}: ${words}`, line: place === null ? null : place.line + 1, column: place === null ? null : place.character + 1 }
}

function isLibrary(value: unknown): value is TypeScriptLibrary {
  return typeof value === 'object' && value !== null
    && 'createProgram' in value && typeof value.createProgram === 'function'
    && 'createSourceFile' in value && typeof value.createSourceFile === 'function'
    && 'ScriptTarget' in value && 'version' in value && typeof value.version === 'string'
}
