/**
 * Arguments that a script hands over, made into plain JSON within bounds. Reading them may run code of
 * the script (getters, proxies); each is read once, and nothing has happened yet when that code throws.
 */
import { snapshotJson } from '../base/json.ts'
import { GuardError } from '../errors.ts'
import { MAX_JSON_DEPTH, MAX_KEY, MAX_SCRIPT_JSON, MAX_SCRIPT_STRING } from '../protocol.ts'
import type { JsonObject, JsonValue } from '../types.ts'

/** Longest path, UTF-16 units. */
export const MAX_PATH = 4096

/** @throws GuardError BAD_ARGUMENT when it is not a string, TOO_LARGE when it is longer than `max` UTF-16 units. */
export function textOf(what: string, value: unknown, max: number = MAX_SCRIPT_STRING): string {
  if (typeof value !== 'string') throw new GuardError('BAD_ARGUMENT', `${what} must be a string, but is ${kindOf(value)}`)
  if (value.length > max) throw new GuardError('TOO_LARGE', `${what} has ${value.length} characters, at most ${max} are allowed`)
  return value
}

/** A text that may be left out: a refusal without a reason is a refusal. */
export function optionalTextOf(what: string, value: unknown, max: number = MAX_SCRIPT_STRING): string | null {
  return value === undefined || value === null ? null : textOf(what, value, max)
}

/** A key of a store. @throws GuardError as `textOf`. */
export function keyOf(value: unknown): string {
  return textOf('the key', value, MAX_KEY)
}

/** @throws GuardError NOT_JSON, TOO_DEEP or TOO_LARGE (bytes of JSON). */
export function jsonOf(what: string, value: unknown, maxBytes: number = MAX_SCRIPT_JSON): JsonValue {
  // Before it is copied: the text of a value may be a hundred megabytes long.
  if (typeof value === 'string' && value.length > maxBytes) throw new GuardError('TOO_LARGE', `${what} has ${value.length} characters, at most ${maxBytes} bytes are allowed`)
  return snapshotJson(value, { maxBytes, maxDepth: MAX_JSON_DEPTH })
}

/** An object of JSON that may be left out. @throws GuardError as `jsonOf`, or BAD_ARGUMENT for anything but an object. */
export function objectOf(what: string, value: unknown): JsonObject | null {
  if (value === undefined || value === null) return null
  const json = jsonOf(what, value)
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new GuardError('BAD_ARGUMENT', `${what} must be an object, but is ${kindOf(value)}`)
  return json
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value)
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
