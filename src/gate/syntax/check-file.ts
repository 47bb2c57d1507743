/** One file after a call: which checker, what it finds, what of that is new. Says what came of it; words and counts are others'. */
import { chooseChecker } from '../../check/syntax/choose.ts'
import type { SyntaxChecker, SyntaxOutcome } from '../../check/syntax/checker.ts'
import { decodeText, looksBinary } from '../../check/syntax/source-text.ts'
import { isForeignLine, isTemplate } from '../../check/syntax/templates.ts'
import { describeThrown } from '../../errors.ts'
import type { Diagnostic, FilesPort, SessionRef } from '../../types.ts'
import { MAX_FILE_BYTES } from './before.ts'
import type { CapturedFile } from './before.ts'
import { introducedBy } from './introduced.ts'
import { shownPath } from './words.ts'

export type FileFinding =
  /** Nothing to check: gone, unchanged, no text, no checker for it. */
  | { readonly kind: 'skipped' }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'unreadable', readonly reason: string }
  /** `broken`: it has errors, new ones or old ones. */
  | { readonly kind: 'checked', readonly checker: SyntaxChecker, readonly broken: boolean, readonly introduced: readonly Diagnostic[] }
  | { readonly kind: 'unavailable', readonly checker: SyntaxChecker, readonly reason: string }
  | { readonly kind: 'failed', readonly checker: SyntaxChecker, readonly reason: string, readonly timedOut: boolean }

export interface FileCheckDeps {
  readonly files: Pick<FilesPort, 'read' | 'stat'>
  readonly checkers: readonly SyntaxChecker[]
  /** Milliseconds that are left of this call's time. */
  remaining(): number
  readonly signal: AbortSignal
}

const SKIPPED: FileFinding = { kind: 'skipped' }

/** Never rejects. */
export async function checkFile(deps: FileCheckDeps, session: SessionRef, file: CapturedFile): Promise<FileFinding> {
  let now: Awaited<ReturnType<FilesPort['read']>>
  try {
    now = await deps.files.read(session, file.absolute, MAX_FILE_BYTES)
  } catch (error) {
    return await isFile(deps.files, session, file.absolute) ? { kind: 'unreadable', reason: describeThrown(error) } : SKIPPED
  }
  if (now === null) return SKIPPED
  const checker = chooseChecker(deps.checkers, file.absolute, now.bytes)
  if (checker === null || looksBinary(now.bytes)) return SKIPPED
  if (now.truncated) return { kind: 'too-large' }
  if (file.before.kind === 'unknown' || isSame(file, now.bytes)) return SKIPPED
  const check = async (bytes: Uint8Array): Promise<SyntaxOutcome> => {
    const timeoutMs = deps.remaining()
    if (timeoutMs <= 0) return { kind: 'failed', reason: 'the time for checks of this call was used up', timedOut: true }
    try {
      return await checker.check({ session, path: file.absolute, bytes }, { timeoutMs, signal: deps.signal })
    } catch (error) {
      return { kind: 'failed', reason: `the check broke: ${describeThrown(error)}`, timedOut: false }
    }
  }
  const text = decodeText(now.bytes) ?? ''
  if (isTemplate(shownPath(session, file.absolute), text)) return SKIPPED
  const outcome = await check(now.bytes)
  if (outcome.kind !== 'errors') return findingOf(checker, outcome)
  // A parser that stops at a tag or a magic has read another language; what it says of the rest is no better.
  if (outcome.diagnostics.some(one => isForeignLine(text, one.line, checker.language))) return SKIPPED
  const introduced = await introducedBy(file.before.kind === 'absent' ? null : file.before.bytes, now.bytes, outcome.diagnostics, check)
  return introduced.kind === 'known' ? { kind: 'checked', checker, broken: true, introduced: introduced.diagnostics } : findingOf(checker, introduced.outcome)
}

/** A folder cannot be read either, and is nothing to report. */
async function isFile(files: Pick<FilesPort, 'stat'>, session: SessionRef, absolute: string): Promise<boolean> {
  try {
    return (await files.stat(session, absolute))?.kind === 'file'
  } catch {
    return false
  }
}

function isSame(file: CapturedFile, bytes: Uint8Array): boolean {
  return file.before.kind === 'bytes' && Buffer.compare(file.before.bytes, bytes) === 0
}

function findingOf(checker: SyntaxChecker, outcome: Exclude<SyntaxOutcome, { kind: 'errors' }>): FileFinding {
  return outcome.kind === 'ok' ? { kind: 'checked', checker, broken: false, introduced: [] } : { ...outcome, checker }
}
