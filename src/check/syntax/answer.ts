/**
 * The answer of a checker's program: JSON on its standard output. Rebuilt field by field, because
 * what was checked may have had a hand in it.
 */
import { isJsonObject } from '../../base/json.ts'
import { oneLine } from '../../base/text.ts'
import type { Diagnostic, JsonValue } from '../../types.ts'
import { MAX_KEPT } from './checker.ts'

export interface CheckerAnswer {
  /** Name and version of the parser. */
  readonly parser: string
  readonly diagnostics: readonly Diagnostic[]
  readonly total: number
  /** Set when the parser could not be used. */
  readonly unavailable: string | null
  /** Set when the parser itself broke. */
  readonly failed: string | null
}

const MAX_MESSAGE = 400

/** @returns null for anything but an answer. */
export function parseAnswer(text: string): CheckerAnswer | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (!isJsonObject(value)) return null
  const errors = value['errors']
  const parser = wordsOf(value['parser'])
  if (parser === null || !Array.isArray(errors)) return null
  const looked = errors.slice(0, MAX_KEPT)
  const diagnostics = looked.flatMap(parseDiagnostic)
  return {
    parser,
    diagnostics,
    total: errors.length - (looked.length - diagnostics.length),
    unavailable: wordsOf(value['unavailable']),
    failed: wordsOf(value['failed']),
  }
}

function parseDiagnostic(value: JsonValue): Diagnostic[] {
  const message = isJsonObject(value) ? wordsOf(value['message']) : null
  return !isJsonObject(value) || message === null ? [] : [{ message, line: placeOf(value['line']), column: placeOf(value['column']) }]
}

function wordsOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value.trim() !== '' ? oneLine(value, MAX_MESSAGE) : null
}

/** Parsers say 0 or nothing where they know no place. */
function placeOf(value: JsonValue | undefined): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null
}
