/**
 * Frames as a runner that was taken over would write them: real ones with something changed in the value
 * or in its text. Owns the mutations; what of it is a frame, the parsers say.
 */
import type { HostFrame, RunnerFrame } from '../../../src/protocol.ts'
import type { JsonValue } from '../../../src/types.ts'
import type { Random } from '../random.ts'

const KEYS = ['t', 'run', 'call', 'ok', 'value', 'args', 'method', 'action', 'kind', 'reason', 'feedback', 'text', 'line', 'level', 'data', 'fault', 'code', 'message', 'position', 'column', 'logsDropped', 'cpuMs', 'node', 'hash', 'input', '__proto__', 'constructor', 'toJSON', 'then', 'length', '0', '']
const NUMBERS = [0, -0, 1, -1, 1.5, 2 ** 31, 2 ** 32, 2 ** 53 - 1, 2 ** 53, -(2 ** 53), 1e21, 1e308, 5e-324]
const WORDS = ['', 'r', '1', 'true', 'null', 'ready', 'act', 'tell', 'call', 'log', 'done', 'load', 'run', 'ret', 'deny', 'ask', 'block', 'replace', 'notice', 'setTurnPrompt', 'info', 'warn', 'step_limit', 'internal', 'timeout', 'protocol', 'start', 'enforce', 'llm.call', 'scratch.loop.set', '__proto__', '\u0000', '\ud800', '\u2028', 'é'.repeat(40)]
/** Lengths of texts and lists, and levels of nesting, about the limits of the protocol. */
const SIZES = [8, 9, 64, 65, 99, 100, 101, 102, 2_000, 2_001]
/** Text, not values: JSON has them in no other way. */
const TEXT_PIECES = ['{', '}', '[', ']', '"', ',', ':', '\\', '\\u0000', '\\ud800', '1e999', '-1e999', '-0', '1.0', '01', 'NaN', 'null', 'true', '"__proto__":{"t":"done"},', '"run":1,', '"t":"act",', ' ', '\n', '\u2028', '\ufeff', '\u0000', '//']

export function randomFrameText(random: Random, frames: readonly (RunnerFrame | HostFrame)[]): string {
  let value = JSON.parse(JSON.stringify(random.pick(frames))) as JsonValue
  const kind = random.below(8)
  for (let times = kind === 0 ? 0 : 1 + random.below(3); times > 0; times -= 1) value = mutated(random, value)
  const text = JSON.stringify(value)
  return kind < 6 ? text : mutatedText(random, text)
}

/** The value with one part of it changed; a part that lies deep is as likely as one that does not. */
function mutated(random: Random, value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null || random.below(6) === 0) return randomValue(random, 2)
  const entries = Object.entries<JsonValue>(value)
  const at = random.below(entries.length + 1)
  const entry = entries[at]
  if (entry === undefined) entries.push([random.pick(KEYS), randomValue(random, 2)])
  else if (random.below(8) === 0) entries.splice(at, 1)
  else if (random.below(12) === 0) entries.push([random.pick(KEYS), entry[1]])
  else entries[at] = [entry[0], mutated(random, entry[1])]
  if (Array.isArray(value)) return entries.map(([, item]) => item)
  const made: Record<string, JsonValue> = {}
  for (const [key, item] of entries) Object.defineProperty(made, key, { value: item, enumerable: true, configurable: true, writable: true })
  return made
}

function randomValue(random: Random, depth: number): JsonValue {
  switch (random.below(depth > 0 ? 9 : 4)) {
    case 0: return random.pick<JsonValue>([null, true, false])
    case 1: return random.pick(NUMBERS)
    case 2: case 3: return random.pick(WORDS)
    case 4: return 'x'.repeat(random.pick(SIZES))
    case 5: return nested(random.pick(SIZES.slice(0, 8)))
    case 6: return Array.from({ length: random.below(10) }, () => randomValue(random, depth - 1))
    default: return mutated(random, { [random.pick(KEYS)]: randomValue(random, depth - 1) })
  }
}

function nested(levels: number): JsonValue {
  let value: JsonValue = 0
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

function mutatedText(random: Random, text: string): string {
  const at = random.below(text.length + 1)
  const end = Math.min(text.length, at + random.below(10))
  switch (random.below(6)) {
    case 0: return text.slice(0, at)
    case 1: return text.slice(0, at) + text.slice(end)
    case 2: return text.slice(0, at) + random.pick(TEXT_PIECES) + text.slice(end)
    case 3: {
      const values = [...text.matchAll(/(?<=[:,[])(?:\d+|"[^"]*"|null|true)(?!:)/g)]
      if (values.length === 0) return text
      const { index, 0: found } = random.pick(values)
      return text.slice(0, index) + random.pick(TEXT_PIECES) + text.slice(index + found.length)
    }
    // A key once more: the last one counts.
    case 4: return text.replace('{', `{${random.pick(['"run":9', '"t":"eval"', '"fault":1', '"__proto__":{"run":1}'])},`)
    default: return `${'['.repeat(random.below(3_000))}${text}`
  }
}
