/**
 * Reads a model's answer as one JSON object. Owns what counts as an answer; knows no recipe.
 *
 * The answer is the object and nothing else, one code fence and white space aside: what a judge only
 * quotes must not become its verdict, so text around an object, two objects and a piece of one are no
 * answer, whatever else fits. Notation is read forgivingly: a JavaScript object of plain values
 * (trailing commas, comments, single quotes, bare keys, raw line breaks in strings).
 */
import type { JsonObject } from '../types.ts'
import { parsePlainObject } from './plain-object.ts'

/** UTF-16 units; a longer answer is not read. */
export const MAX_ANSWER = 65_536
const MAX_NESTING = 64

/** Says what is wrong with an object, or null when it will do. */
export type ShapeCheck = (value: JsonObject) => string | null

export type AnswerReading =
  | { readonly ok: true, readonly value: JsonObject }
  /** `problem` completes the sentence "the answer …". */
  | { readonly ok: false, readonly problem: string }

/** Total: never throws, linear in the answer's length. */
export function readAnswer(answer: string, check: ShapeCheck): AnswerReading {
  if (answer.length > MAX_ANSWER) return { ok: false, problem: `has ${answer.length} characters, at most ${MAX_ANSWER} are read` }
  const text = withoutFence(answer.trim())
  if (text === '') return { ok: false, problem: 'is empty' }
  const object = scanObject(text, 0)
  if (object === null) return { ok: false, problem: text.includes('{') && !text.startsWith('{') ? AROUND : 'holds no complete JSON object' }
  if (object.end < text.length) return { ok: false, problem: text.includes('{', object.end) ? 'holds several JSON objects, or text that holds one, and not one object alone' : AROUND }
  const parsed = parsePlainObject(object.text)
  if (!parsed.ok) return parsed
  const wrong = check(parsed.value)
  return wrong === null ? parsed : { ok: false, problem: wrong }
}

const AROUND = 'has text around its JSON object'

/** What stands in a fence around the whole text; a fence that does not end leaves the text as it is. */
function withoutFence(text: string): string {
  const open = /^(?:`{3,}|~{3,})/.exec(text)?.[0]
  if (open === undefined || text.length < 2 * open.length || !text.endsWith(open)) return text
  return text.slice(open.length, -open.length).replace(/^[A-Za-z0-9_+.-]*(?=\s|\{)/, '').trim()
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
