/**
 * Plain JSON: the only kind of value that crosses from one part to another. Owns the check that a
 * value is plain and within bounds, and its detached copy. Throws GuardError.
 */
import { GuardError } from '../errors.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { cut } from './text.ts'

export interface JsonLimits {
  /** Bytes of UTF-8 JSON text. */
  readonly maxBytes?: number
  /** Levels of nesting; a scalar has none. */
  readonly maxDepth?: number
}

const DEFAULT_DEPTH = 100

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Copies a value that is JSON already.
 * @throws GuardError NOT_JSON (with the path of the offender), TOO_DEEP, TOO_LARGE.
 */
export function snapshotJson(value: unknown, limits: JsonLimits = {}): JsonValue {
  const copy = copyJson(value, '$', limits.maxDepth ?? DEFAULT_DEPTH, new Set())
  if (limits.maxBytes !== undefined) {
    const bytes = Buffer.byteLength(JSON.stringify(copy))
    if (bytes > limits.maxBytes) throw new GuardError('TOO_LARGE', `the value takes ${bytes} bytes of JSON, at most ${limits.maxBytes} are allowed`)
  }
  return copy
}

function copyJson(value: unknown, path: string, depth: number, above: Set<object>): JsonValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw notJson(path, String(value))
    return value
  }
  if (typeof value !== 'object') throw notJson(path, typeof value)
  if (depth <= 0) throw new GuardError('TOO_DEEP', `the value is nested too deeply at ${path}`)
  if (above.has(value)) throw notJson(path, 'a reference to itself')
  above.add(value)
  const copy = Array.isArray(value) ? copyArray(value, path, depth, above) : copyObject(value, path, depth, above)
  above.delete(value)
  return copy
}

function copyArray(value: readonly unknown[], path: string, depth: number, above: Set<object>): JsonValue[] {
  return Array.from(value, (item, index) => copyJson(item, `${path}[${index}]`, depth - 1, above))
}

function copyObject(value: object, path: string, depth: number, above: Set<object>): JsonObject {
  const proto: unknown = Object.getPrototypeOf(value)
  if (proto !== null && proto !== Object.prototype) throw notJson(path, 'an object of a class')
  const copy: JsonObject = {}
  for (const [key, item] of Object.entries(value)) {
    // defineProperty, because assigning `__proto__` would change the prototype instead of adding a key.
    Object.defineProperty(copy, key, {
      value: copyJson(item, `${path}.${key}`, depth - 1, above), enumerable: true, configurable: true, writable: true,
    })
  }
  return copy
}

function notJson(path: string, what: string): GuardError {
  return new GuardError('NOT_JSON', `only JSON values are allowed, but ${path} is ${what}`)
}

/** Bounds of a value that is shown and not judged. */
export interface ShownLimits {
  /** UTF-16 units of one text. */
  readonly text: number
  /** Items of one list, keys of one object. */
  readonly items: number
  /** Levels of nesting; what lies deeper is left out. */
  readonly depth: number
}

/** A copy of plain JSON with long texts cut, long lists shortened and deep parts left out (null). */
export function cutJson(value: JsonValue, limits: ShownLimits): JsonValue {
  if (typeof value === 'string') return cut(value, limits.text)
  if (typeof value !== 'object' || value === null) return value
  if (limits.depth <= 0) return null
  const below = { ...limits, depth: limits.depth - 1 }
  if (Array.isArray(value)) return value.slice(0, limits.items).map(item => cutJson(item, below))
  // `fromEntries` defines keys, so `__proto__` stays a key.
  return Object.fromEntries(Object.entries(value).slice(0, limits.items).map(([key, item]) => [cut(key, limits.text), cutJson(item, below)]))
}
