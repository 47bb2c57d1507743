/** `check`: a profile's configuration, every script of it compiled, every example run; for a team's own CI. */
import { resolve } from 'node:path'
import { configNotes } from '../config/resolve-config.ts'
import { describeThrown } from '../errors.ts'
import { exampleFileOf } from '../guard/example-file.ts'
import { sessionAt } from '../compose/run-examples.ts'
import { caseFiles } from './case-files.ts'
import { loadSettings, withWorkbench } from './context.ts'
import type { CommonOptions } from './context.ts'
import type { Printer } from './print.ts'
import { printFile, runFile } from './test.ts'
import type { FileOutcome } from './test.ts'

interface Finding {
  /** `file:line` or the name of the guard. */
  readonly at: string
  readonly text: string
}

/** @returns the exit code: 1 with the key, file and line of what is wrong. */
export async function check(options: CommonOptions, printer: Printer): Promise<number> {
  const cwd = resolve(options.cwd ?? '.')
  const findings: Finding[] = []
  let loaded: Awaited<ReturnType<typeof loadSettings>>
  try {
    loaded = await loadSettings(options, process.env)
  } catch (error) {
    return finish([{ at: 'configuration', text: describeThrown(error) }], [], [], cwd, options, printer)
  }
  const { settings } = loaded
  const files = new Set<string>()
  await withWorkbench(settings, options, printer, (workbench) => {
    for (const guard of settings.guards) {
      const text = workbench.textOf(guard.name, sessionAt(cwd, 'check'))
      if (text?.state === 'broken') findings.push({ at: place(text.file ?? guard.name, text.position?.line), text: `guard ${guard.name} is broken: ${text.reason}` })
      if (text !== null && text.file !== null) files.add(exampleFileOf(text.file))
    }
    return Promise.resolve()
  })
  const outcomes: FileOutcome[] = []
  for (const file of files) {
    const cases = await caseFiles([file], cwd).catch(() => [])
    for (const one of cases) outcomes.push(await runFile(one, settings, cwd, options, printer))
  }
  return finish(findings, outcomes, [...configNotes(settings), ...loaded.notes], cwd, options, printer)
}

function place(file: string, line: number | undefined): string {
  return line === undefined ? file : `${file}:${line}`
}

function finish(
  findings: readonly Finding[], outcomes: readonly FileOutcome[], notes: readonly string[], cwd: string, options: CommonOptions, printer: Printer,
): number {
  const failed = findings.length + outcomes.reduce((sum, file) => sum + file.problems.length + file.outcomes.filter(outcome => !outcome.ok).length, 0)
  if (options.json === true) {
    printer.json({ ok: failed === 0, findings, notes, examples: outcomes.map(({ file, outcomes: ran, problems }) => ({ file, problems, failed: ran.filter(one => !one.ok).map(one => ({ line: one.example.line, name: one.example.name, why: one.why })), run: ran.length })) })
    return failed === 0 ? 0 : 1
  }
  for (const { at, text } of findings) printer.line(`${printer.style('red', '✗')} ${at}: ${text}`)
  for (const file of outcomes) printFile(file, cwd, printer)
  for (const note of notes) printer.line(printer.style('dim', `note: ${note}`))
  const ran = outcomes.reduce((sum, file) => sum + file.outcomes.length, 0)
  printer.line(failed === 0 ? printer.style('green', `In order: the configuration, its scripts and ${ran} examples`) : printer.style('red', `${failed} to mend`))
  return failed === 0 ? 0 : 1
}
