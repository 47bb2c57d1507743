/**
 * Lean as checker: strict flags, and a Lean that can be believed (see find-lean). Rejects what Lean
 * rejects, and proofs that are left out. A Lean that is there but proves nothing has failed; only
 * where there is none is there no checker.
 */
import { oneLine } from '../base/text.ts'
import type { CheckOutcome, Diagnostic, ProcessPort, SessionRef, Settings } from '../types.ts'
import { checkerEnvironment } from './environment.ts'
import { findLean, withoutWorkspace } from './find-lean.ts'
import type { LeanSearch } from './find-lean.ts'
import { readLeanMessages } from './lean-messages.ts'
import { givenUp } from './lean-text.ts'
import type { SpecChecker } from './spec-checker.ts'

/** Bytes of output of one check; a checker that writes more is stopped. */
export const MAX_SPEC_OUTPUT = 1_048_576
/** How long a search that found nothing usable is believed. */
const RETRY_MS = 60_000
/**
 * A proof that is left out is a warning and exit code 0 otherwise; after 100 errors Lean stops telling;
 * a mistyped name becomes a new variable, and the statement one about anything.
 */
const STRICT = ['--json', '-DwarningAsError=true', '-DmaxErrors=0', '-DautoImplicit=false', '-E', 'hasSorry'] as const

export interface LeanDeps {
  readonly settings: Pick<Settings, 'checkTimeoutMs' | 'leanPath'>
  readonly process: ProcessPort
  readonly env: Readonly<Record<string, string>>
  readonly now: () => number
}

export function createLeanChecker(deps: LeanDeps): SpecChecker & { describe(): string } {
  let last: { readonly search: LeanSearch, readonly until: number } | null = null
  const search = async (session: SessionRef, signal: AbortSignal): Promise<LeanSearch> => {
    if (last !== null && deps.now() < last.until) return last.search
    const options = runOptions(deps, session, signal)
    const found = await findLean({ leanPath: deps.settings.leanPath, process: deps.process, env: options.env, cwd: session.cwd, signal })
    // A search that was cut short says nothing about the machine.
    if (!signal.aborted) last = { search: found, until: found.kind === 'found' ? Infinity : deps.now() + RETRY_MS }
    return found
  }
  return {
    id: 'lean',
    describe: () => last === null ? 'lean (not looked for yet)' : last.search.kind === 'found' ? `Lean ${last.search.version} (${last.search.program})` : `lean (${last.search.reason})`,
    async unavailable(session, signal) {
      const found = await search(session, signal)
      if (signal.aborted) return 'the search for lean was cancelled'
      return found.kind === 'none' ? found.reason : null
    },
    async check(spec, session, signal) {
      const found = await search(session, signal)
      if (found.kind !== 'found') return { kind: 'failed', reason: found.reason }
      const ran = await deps.process.run([found.program, ...STRICT, spec.path], runOptions(deps, session, signal))
      if (!ran.started) {
        last = null
        return { kind: 'failed', reason: `lean could not be started: ${oneLine(ran.error ?? 'no reason given', 200)}` }
      }
      if (ran.killedBy !== null) return { kind: 'failed', reason: killedText(ran.killedBy, deps.settings.checkTimeoutMs) }
      const { rejected, stopped } = readLeanMessages(ran.stdout)
      if (stopped && rejected.length === 0) return { kind: 'failed', reason: 'Lean stopped at its heartbeat budget: the specification is neither proved nor refuted; make its proofs smaller' }
      const all = [...rejected, ...givenUpDiagnostics(spec.text, rejected)]
      if (all.length > 0) return { kind: 'errors', diagnostics: all, total: all.length }
      return ran.exitCode === 0 ? { kind: 'ok' } : brokenOutcome('lean', ran)
    },
  }
}

function runOptions(deps: LeanDeps, session: SessionRef, signal: AbortSignal): Parameters<ProcessPort['run']>[1] {
  return { cwd: session.cwd, timeoutMs: deps.settings.checkTimeoutMs, maxOutputBytes: MAX_SPEC_OUTPUT, signal, env: withoutWorkspace(deps.env, session.cwd) }
}

/** The environment of a checker of specifications: that of every checker, and where Lean finds its libraries. */
export function leanEnvironment(source: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform): Record<string, string> {
  const named = ['LEAN_PATH', 'LEAN_SYSROOT', 'LAKE_HOME'].flatMap(name => source[name] === undefined ? [] : [[name, source[name]]])
  return { ...checkerEnvironment(source, platform), ...Object.fromEntries(named) as Record<string, string> }
}

/** `set_option warn.sorry false` keeps Lean silent; the word itself does not. */
export function givenUpDiagnostics(text: string, already: readonly Diagnostic[]): Diagnostic[] {
  if (already.length > 0) return []
  return givenUp(text).map(({ word, line }) => ({ message: `\`${word}\` is not accepted: a proof is left out or the check is stopped`, line, column: null }))
}

export function killedText(by: 'timeout' | 'output' | 'abort', timeoutMs: number): string {
  if (by === 'timeout') return `it did not end within ${timeoutMs} ms and was stopped`
  if (by === 'output') return `it wrote more than ${MAX_SPEC_OUTPUT} bytes and was stopped`
  return 'it was cancelled'
}

/** The program ended by itself, unsuccessfully, and said nothing that can be read as a finding. */
export function brokenOutcome(name: string, ran: Awaited<ReturnType<ProcessPort['run']>>): CheckOutcome {
  const said = oneLine(`${ran.stderr} ${ran.stdout}`, 200)
  const ended = ran.exitCode === null ? 'was ended by a signal' : `ended with code ${ran.exitCode}`
  return { kind: 'failed', reason: `${name} ${ended}${said === '' ? '' : `: ${said}`}` }
}
