/** What a syntax checker is. Types and the two bounds that every checker keeps; no checker. */
import type { CheckOutcome, Diagnostic, SessionRef } from '../../types.ts'

/** One file as it is, or was. The path names the language and the project; the bytes are what is checked. */
export interface SyntaxSource {
  readonly session: SessionRef
  /** Absolute. */
  readonly path: string
  readonly bytes: Uint8Array
}

export interface CheckLimits {
  /** Milliseconds. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** `CheckOutcome` that says of a failure whether the time was up. */
export type SyntaxOutcome =
  | Exclude<CheckOutcome, { kind: 'failed' }>
  | { readonly kind: 'failed', readonly reason: string, readonly timedOut: boolean }

export interface SyntaxChecker {
  readonly id: string
  /** The language's name, for people. */
  readonly language: string
  /** With the dot, lower case. */
  readonly extensions: readonly string[]
  /** Names of the programs in a first line `#!`, without version. */
  readonly shebangs: readonly string[]
  /** Never writes near the file, never rejects on purpose. A dialect it does not know is `ok`. */
  check(source: SyntaxSource, limits: CheckLimits): Promise<SyntaxOutcome>
  /** What is known of the parser by now, e.g. `Python 3.12.1`, `not used yet`. */
  describe(): string
}

/** Diagnostics that one check hands on; the rest is counted. */
export const MAX_KEPT = 200
/** Bytes that a checker's program may write: a one-line file of the largest size is quoted twice by Node. */
export const MAX_CHECKER_OUTPUT = 4 * 1_048_576

/** Diagnostics as an outcome: none is `ok`. */
export function outcomeOf(diagnostics: readonly Diagnostic[], total = diagnostics.length): SyntaxOutcome {
  return total === 0 ? { kind: 'ok' } : { kind: 'errors', diagnostics: diagnostics.slice(0, MAX_KEPT), total }
}
