/** `test`: runs the examples that stand beside guards, and files of commands against the gates and guards of a profile. */
import { relative, resolve } from 'node:path'
import { entriesOf, entryKey } from '../compose/example-entries.ts'
import { runExample } from '../compose/run-examples.ts'
import type { ExampleOutcome } from '../compose/run-examples.ts'
import type { GuardSettings, Settings } from '../types.ts'
import { caseFiles } from './case-files.ts'
import type { CaseFile } from './case-files.ts'
import { loadSettings, withWorkbench } from './context.ts'
import type { CommonOptions } from './context.ts'
import type { Printer } from './print.ts'

export interface FileOutcome {
  readonly file: string
  readonly outcomes: readonly ExampleOutcome[]
  readonly problems: CaseFile['problems']
}

/** @returns the exit code: 1 when an example differs or cannot be read. */
export async function test(files: readonly string[], options: CommonOptions, printer: Printer): Promise<number> {
  const cwd = resolve(options.cwd ?? '.')
  const cases = await caseFiles(files, cwd)
  const { settings } = await loadSettings(options, process.env)
  const done: FileOutcome[] = []
  for (const one of cases) {
    printer.progress(`${done.length + 1}/${cases.length} ${relative(cwd, one.file)}`)
    done.push(await runFile(one, settings, cwd, options, printer))
  }
  printer.progress('')
  return report(done, cwd, options, printer)
}

export async function runFile(cases: CaseFile, settings: Settings, cwd: string, options: CommonOptions, printer: Printer): Promise<FileOutcome> {
  const { file, problems, examples, script } = cases
  const entries = script === null ? new Map<string, GuardSettings>() : entriesOf(script, examples)
  // Checkers of other programs are no part of an example.
  const own: Settings = { ...settings, specChecker: 'off', postWriteSyntax: false, ...script === null ? {} : { guards: [...entries.values()] } }
  const outcomes = examples.length === 0 ? [] : await withWorkbench(own, options, printer, async (workbench) => {
    const ran: ExampleOutcome[] = []
    for (const example of examples) {
      const entry = entries.get(entryKey(example))
      ran.push(await runExample(workbench, example, cwd, entry === undefined ? null : new Set([entry.name])))
      printer.progress(`${relative(cwd, file)} ${ran.length}/${examples.length}`)
    }
    return ran
  })
  return { file, outcomes, problems }
}

function report(files: readonly FileOutcome[], cwd: string, options: CommonOptions, printer: Printer): number {
  const outcomes = files.flatMap(file => file.outcomes)
  const differing = outcomes.filter(outcome => !outcome.ok).length
  const problems = files.reduce((sum, file) => sum + file.problems.length, 0)
  if (options.json === true) printer.json({ passed: outcomes.length - differing, failed: differing, problems, files: files.map(shown) })
  else for (const file of files) printFile(file, cwd, printer)
  if (options.json !== true) {
    const failed = differing + problems
    printer.line(printer.style(failed === 0 ? 'green' : 'red', `${outcomes.length - differing} passed, ${failed} failed`))
  }
  return differing + problems === 0 ? 0 : 1
}

export function printFile({ file, outcomes, problems }: FileOutcome, cwd: string, printer: Printer): void {
  const name = relative(cwd, file)
  for (const { line, text } of problems) printer.line(`${printer.style('red', '!')} ${name}:${line} ${text}`)
  for (const { ok, example, why } of outcomes) if (!ok) printer.line(`${printer.style('red', '✗')} ${name}:${example.line} ${example.name}\n    ${why}`)
  if (problems.length === 0 && outcomes.every(outcome => outcome.ok)) printer.line(`${printer.style('green', '✓')} ${name} (${outcomes.length})`)
}

function shown({ file, outcomes, problems }: FileOutcome): object {
  return { file, problems, examples: outcomes.map(({ example, ok, got, why, judgment }) => ({ name: example.name, line: example.line, ok, got, why, words: judgment.words, ms: judgment.parts.reduce((sum, part) => sum + part.ms, 0) })) }
}
