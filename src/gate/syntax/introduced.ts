/**
 * Which errors of a file a write introduced: those that the state before did not have. Errors are
 * the same when their words and the text of their line are the same, so that old errors may move;
 * where the line was edited, when the edit did not reach the place in it.
 */
import type { SyntaxOutcome } from '../../check/syntax/checker.ts'
import type { Diagnostic } from '../../types.ts'

export type Introduced =
  | { readonly kind: 'known', readonly diagnostics: readonly Diagnostic[] }
  /** The state before could not be checked, so nothing is said. */
  | { readonly kind: 'unknown', readonly outcome: Exclude<SyntaxOutcome, { kind: 'errors' }> }

/**
 * @param before the bytes before the write; null when there was no file.
 * @param diagnostics what the checker found in `after`.
 * @param check the same checker.
 */
export async function introducedBy(
  before: Uint8Array | null,
  after: Uint8Array,
  diagnostics: readonly Diagnostic[],
  check: (bytes: Uint8Array) => Promise<SyntaxOutcome>,
): Promise<Introduced> {
  if (before === null) return { kind: 'known', diagnostics }
  const outcome = await check(before)
  if (outcome.kind === 'ok') return { kind: 'known', diagnostics }
  if (outcome.kind !== 'errors') return { kind: 'unknown', outcome }
  const change = changeBetween(before, after)
  const fresh = without(diagnostics, change.after, outcome.diagnostics, change.before, change)
  return { kind: 'known', diagnostics: await withoutHidden(fresh, change, check) }
}

/** Lines of both texts and what they share at both ends. */
interface Change {
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly prefix: number
  readonly suffix: number
}

/** Latin-1, so that bytes survive whatever their encoding is. */
function changeBetween(before: Uint8Array, after: Uint8Array): Change {
  const old = Buffer.from(before).toString('latin1').split('\n')
  const now = Buffer.from(after).toString('latin1').split('\n')
  const most = Math.min(old.length, now.length)
  let prefix = 0
  while (prefix < most && old[prefix] === now[prefix]) prefix += 1
  let suffix = 0
  while (suffix < most - prefix && old[old.length - 1 - suffix] === now[now.length - 1 - suffix]) suffix += 1
  return { before: old, after: now, prefix, suffix }
}

function touches(change: Change, diagnostic: Diagnostic): boolean {
  return diagnostic.line === null || (diagnostic.line > change.prefix && diagnostic.line <= change.after.length - change.suffix)
}

/** Takes as many of each kind away as there were; those on untouched lines first, those on edited lines last. */
function without(
  found: readonly Diagnostic[], lines: readonly string[],
  known: readonly Diagnostic[], knownLines: readonly string[],
  change: Change,
): readonly Diagnostic[] {
  const owed = [...known]
  const take = (matches: (one: Diagnostic) => boolean): boolean => {
    const at = owed.findIndex(matches)
    if (at >= 0) owed.splice(at, 1)
    return at >= 0
  }
  const old = new Set<Diagnostic>()
  const ordered = [...found.filter(one => !touches(change, one)), ...found.filter(one => touches(change, one))]
  for (const one of ordered) if (take(before => keyOf(before, knownLines) === keyOf(one, lines))) old.add(one)
  for (const one of ordered) if (!old.has(one) && take(before => isSameSpot(before, knownLines, one, lines))) old.add(one)
  return found.filter(one => !old.has(one))
}

/** A file may be one long line. The character at the place and its neighbour must be as they were, counted from one end of the line. */
function isSameSpot(before: Diagnostic, linesBefore: readonly string[], after: Diagnostic, linesAfter: readonly string[]): boolean {
  if (before.column === null || after.column === null || wordsOf(before) !== wordsOf(after)) return false
  const old = lineOf(before, linesBefore)
  const now = lineOf(after, linesAfter)
  const most = Math.min(old.length, now.length)
  let prefix = 0
  while (prefix < most && old[prefix] === now[prefix]) prefix += 1
  if (before.column === after.column && after.column < prefix) return true
  let suffix = 0
  while (suffix < most && old[old.length - 1 - suffix] === now[now.length - 1 - suffix]) suffix += 1
  return old.length - before.column === now.length - after.column && after.column - 1 > now.length - suffix
}

/** Columns count characters, and the lines here are bytes. */
function lineOf(one: Diagnostic, lines: readonly string[]): string {
  return one.line === null ? '' : Buffer.from(lines[one.line - 1] ?? '', 'latin1').toString('utf8')
}

/**
 * Parsers that stop early did not see what lay behind the first error. An error on an untouched line
 * is old when the text without the changed lines has it too.
 */
async function withoutHidden(fresh: readonly Diagnostic[], change: Change, check: (bytes: Uint8Array) => Promise<SyntaxOutcome>): Promise<readonly Diagnostic[]> {
  const added = change.after.length - change.prefix - change.suffix
  if (added === 0 || fresh.every(one => touches(change, one))) return fresh
  const rest = [...change.before.slice(0, change.prefix), ...change.before.slice(change.before.length - change.suffix)]
  const outcome = await check(Buffer.from(rest.join('\n'), 'latin1'))
  if (outcome.kind !== 'errors') return fresh
  const hidden = new Set(outcome.diagnostics.map(one => keyOf(one, rest)))
  return fresh.filter(one => touches(change, one) || !hidden.has(keyOf(one, change.after)))
}

function keyOf(one: Diagnostic, lines: readonly string[]): string {
  return `${wordsOf(one)}\u0000${one.line === null ? '' : (lines[one.line - 1] ?? '').trim()}`
}

/** Some messages name another line, which moves with the text. */
function wordsOf(one: Diagnostic): string {
  return one.message.replace(/\b(line|column|position) \d+/g, '$1')
}
