/** Reads what follows `/guard`: words, quoted keys, values. Pure; knows no verb. */
import type { JsonValue } from '../types.ts'

/** The first word and what follows it, without the space between; both '' at the end. */
export function firstWord(text: string): { readonly word: string, readonly rest: string } {
  const [, word = '', rest = ''] = /^\s*(\S*)\s*([\s\S]*)$/.exec(text) ?? []
  return { word, rest: rest.trimEnd() }
}

/** Like `firstWord`, but a word in double quotes may hold spaces and is read as JSON. */
export function firstKey(text: string): { readonly word: string, readonly rest: string } {
  const quoted = /^\s*("(?:[^"\\]|\\.)*")(?:\s+([\s\S]*))?$/.exec(text)
  const word: unknown = quoted?.[1] === undefined ? undefined : parseJson(quoted[1])
  return typeof word === 'string' ? { word, rest: (quoted?.[2] ?? '').trimEnd() } : firstWord(text)
}

/** A whole argument that people may have put in quotes, e.g. a path with spaces. */
export function unquoted(text: string): string {
  const trimmed = text.trim()
  const quoted = /^"([^"]*)"$/.exec(trimmed) ?? /^'([^']*)'$/.exec(trimmed)
  return quoted?.[1] ?? trimmed
}

/** JSON where it is JSON, else the text as it stands. */
export function parseValue(text: string): JsonValue {
  const value = parseJson(text)
  return value === undefined ? text : value
}

function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}
