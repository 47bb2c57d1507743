/**
 * A configured command as checker: `{path}` stands for the specification. Exit code 0 accepts, any
 * other rejects; Lean's JSON lines are understood, other output is quoted line by line.
 */
import { oneLine } from '../base/text.ts'
import type { Diagnostic, ProcessPort, Settings } from '../types.ts'
import { readLeanMessages } from './lean-messages.ts'
import { withoutWorkspace } from './find-lean.ts'
import { brokenOutcome, killedText, MAX_SPEC_OUTPUT } from './spec-lean.ts'
import type { SpecChecker } from './spec-checker.ts'

export interface CommandDeps {
  readonly settings: Pick<Settings, 'checkTimeoutMs'>
  readonly process: ProcessPort
  readonly env: Readonly<Record<string, string>>
}

const MAX_MESSAGE = 300

/** @param command as configured; a command without `{path}` gets the path as its last argument. */
export function createCommandChecker(command: readonly string[], deps: CommandDeps): SpecChecker {
  const name = command[0] ?? ''
  return {
    id: `command ${command.join(' ')}`,
    // A configured command that is missing must show: it fails the check instead of opening the gate.
    unavailable: () => Promise.resolve(null),
    async check(spec, session, signal) {
      const placed = command.some(word => word.includes('{path}')) ? command.map(word => word.replaceAll('{path}', () => spec.path)) : [...command, spec.path]
      const ran = await deps.process.run(placed as [string, ...string[]], {
        cwd: session.cwd, timeoutMs: deps.settings.checkTimeoutMs, maxOutputBytes: MAX_SPEC_OUTPUT, signal, env: withoutWorkspace(deps.env, session.cwd),
      })
      if (!ran.started) return { kind: 'failed', reason: `${name} could not be started: ${oneLine(ran.error ?? 'no reason given', 200)}` }
      if (ran.killedBy !== null) return { kind: 'failed', reason: killedText(ran.killedBy, deps.settings.checkTimeoutMs) }
      const { rejected } = readLeanMessages(ran.stdout)
      if (rejected.length > 0) return { kind: 'errors', diagnostics: rejected, total: rejected.length }
      if (ran.exitCode === 0) return { kind: 'ok' }
      // 126 and 127 are a shell's "cannot run" and "not found"; no code is death by a signal.
      if (ran.exitCode === null || ran.exitCode === 126 || ran.exitCode === 127) return brokenOutcome(name, ran)
      const diagnostics = plainDiagnostics(`${ran.stdout}\n${ran.stderr}`)
      const all = diagnostics.length > 0 ? diagnostics : [{ message: `${name} ended with code ${ran.exitCode} and said nothing`, line: null, column: null }]
      return { kind: 'errors', diagnostics: all, total: all.length }
    },
  }
}

/** `file:3:5: error: text`, or the line as it is. */
function plainDiagnostics(output: string): Diagnostic[] {
  return output.split('\n').filter(line => line.trim() !== '').slice(0, 1_000).map((line) => {
    const match = /^[^\s:][^:]*:(\d{1,9}):(?:(\d{1,9}):)?\s*(.*)$/.exec(line)
    if (match === null) return { message: oneLine(line, MAX_MESSAGE), line: null, column: null }
    return { message: oneLine(match[3] as string, MAX_MESSAGE), line: Number(match[1]), column: match[2] === undefined ? null : Number(match[2]) }
  })
}
