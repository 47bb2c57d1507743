/**
 * Finds the one JSON object in a model's answer. Owns what counts as an answer; knows no recipe.
 *
 * Reading is forgiving in notation and strict in meaning: an object may be fenced, wrapped in prose,
 * and written as a JavaScript object of plain values (trailing commas, comments, single quotes, bare
 * keys, raw line breaks in strings). Nothing is guessed: prose never becomes a value, a broken
 * object is not searched for a smaller one, and two different objects are no answer.
 */
import type { JsonObject } from '../types.ts'
import { parsePlainObject } from './plain-object.ts'

/** UTF-16 units; a longer answer is not read. */
export const MAX_ANSWER = 65_536
const MAX_NESTING = 64
/** Complete objects in one answer; one that holds more is no answer. */
const MAX_CANDIDATES = 32

/** Says what is wrong with an object, or null when it will do. */
export type ShapeCheck = (value: JsonObject) => string | null

export type AnswerReading =
  | { readonly ok: true, readonly value: JsonObject }
  /** `problem` completes the sentence "the answer …". */
  | { readonly ok: false, readonly problem: string }

/** Total: never throws, linear in the answer's length. */
export function readAnswer(answer: string, check: ShapeCheck): AnswerReading {
  if (answer.length > MAX_ANSWER) return { ok: false, problem: `has ${answer.length} characters, at most ${MAX_ANSWER} are read` }
  if (answer.trim() === '') return { ok: false, problem: 'is empty' }
  const candidates = candidatesOf(answer)
  if (candidates.length > MAX_CANDIDATES) return { ok: false, problem: `holds more than ${MAX_CANDIDATES} objects` }
  const objects: JsonObject[] = []
  let problem: string | null = null
  for (const candidate of candidates) {
    const parsed = parsePlainObject(candidate)
    const wrong = parsed.ok ? check(parsed.value) : parsed.problem
    if (parsed.ok && wrong === null) objects.push(parsed.value)
    else problem ??= wrong
  }
  return choose(objects, problem)
}

function choose(objects: readonly JsonObject[], problem: string | null): AnswerReading {
  const [first, ...others] = objects
  if (first === undefined) return { ok: false, problem: problem ?? 'holds no complete JSON object' }
  const text = JSON.stringify(first)
  if (others.some(other => JSON.stringify(other) !== text)) return { ok: false, problem: 'holds several JSON objects that say different things' }
  return { ok: true, value: first }
}

/** The complete, outermost `{…}` of the answer: of the whole of it, else of each part between fences. */
function candidatesOf(answer: string): string[] {
  const whole = scanObject(answer, answer.search(/\S/))
  if (whole !== null && answer.slice(whole.end).trim() === '') return [whole.text]
  return answer.split(/^[ \t]*```+[^\n`]*$/m).flatMap(objectsIn)
}

function objectsIn(part: string): string[] {
  const found: string[] = []
  let start = part.indexOf('{')
  while (start !== -1 && found.length <= MAX_CANDIDATES) {
    const scanned = scanObject(part, start)
    // What follows a brace that never closes may be a piece of something cut off.
    if (scanned === null) break
    found.push(scanned.text)
    start = part.indexOf('{', scanned.end)
  }
  return found
}

/** @returns the text from the brace at `start` to its match, raw line breaks in strings escaped; null when it never closes. */
function scanObject(text: string, start: number): { readonly text: string, readonly end: number } | null {
  if (text[start] !== '{') return null
  const token = /"|'|\/\/[^\n]*|\/\*|[{}[\]]/g
  let depth = 0
  let copied = start
  let copy = ''
  token.lastIndex = start
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [sign] = match
    if (sign === '"' || sign === "'") {
      const end = endOfString(text, match.index)
      if (end === null) return null
      copy += text.slice(copied, match.index) + text.slice(match.index, end).replace(/\r/g, '\\r').replace(/\n/g, '\\n')
      copied = token.lastIndex = end
    } else if (sign === '/*') {
      const end = text.indexOf('*/', token.lastIndex)
      if (end === -1) return null
      token.lastIndex = end + 2
    } else if (sign === '{' || sign === '[') {
      depth += 1
      if (depth > MAX_NESTING) return null
    } else if (sign === '}' || sign === ']') {
      depth -= 1
      if (depth === 0) return { text: copy + text.slice(copied, token.lastIndex), end: token.lastIndex }
    }
  }
  return null
}

/** @returns the index behind the closing quote. */
function endOfString(text: string, start: number): number | null {
  const quote = text[start]
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '\\') {
      index += 1
      // JavaScript joins such lines, JSON has no such thing: two readings are none.
      if (text[index] === '\n' || text[index] === '\r') return null
    } else if (text[index] === quote) {
      return index + 1
      // Only a double quote spans lines: an apostrophe in prose must not swallow the rest.
    } else if (quote === "'" && text[index] === '\n') {
      return null
    }
  }
  return null
}
