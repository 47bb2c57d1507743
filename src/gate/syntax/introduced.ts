/**
 * Which errors of a file a write introduced: those that the state before did not have. Errors are
 * the same when their words and the text of their line are the same, so that old errors may move.
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

/** Takes as many of each kind away as there were; those on untouched lines first. */
function without(
  found: readonly Diagnostic[], lines: readonly string[],
  known: readonly Diagnostic[], knownLines: readonly string[],
  change: Change,
): readonly Diagnostic[] {
  const owed = new Map<string, number>()
  for (const one of known) owed.set(keyOf(one, knownLines), (owed.get(keyOf(one, knownLines)) ?? 0) + 1)
  const old = new Set<Diagnostic>()
  for (const one of [...found.filter(one => !touches(change, one)), ...found.filter(one => touches(change, one))]) {
    const left = owed.get(keyOf(one, lines)) ?? 0
    if (left === 0) continue
    owed.set(keyOf(one, lines), left - 1)
    old.add(one)
  }
  return found.filter(one => !old.has(one))
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
  // Some messages name another line, which moves with the text.
  const words = one.message.replace(/\b(line|column|position) \d+/g, '$1')
  return `${words}\u0000${one.line === null ? '' : (lines[one.line - 1] ?? '').trim()}`
}
