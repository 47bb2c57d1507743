import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import { readAnswer } from '../../src/api/answer-object.ts'
import { isJsonObject, snapshotJson } from '../../src/base/json.ts'
import type { JsonObject, JsonValue } from '../../src/types.ts'
import { createRandom, seedFromEnvironment } from '../support/random.ts'

const INPUTS = 100_000
const SEED = seedFromEnvironment()

const PIECES = ['{', '}', '[', ']', '"', "'", ':', ',', '\\', '\n', '\r', '```', '```json\n', '//', '/*', '*/', '<!--', '`', '(', ')', ' ', 'true', 'false', 'null', '-', '1e999', '0x1f', '1_0', '"fire"', '"fire": true', 'fire', '__proto__', 'constructor', '\\u0022', '\\', '\u2028', '\ud800', '\0', 'é', '…', '{"fire": false}', '{"fire": true, "reason": "', 'async', 'await', 'import(', '=>', '${', '#', '/x/']

/** What stands around an object, and what of it leaves the object the whole answer. */
const AROUND = [['', ''], [' \n', '\t\n'], ['```json\n', '\n```'], ['```', '```'], ['So: ', ''], ['', ' Good.'], ['Hm.\n```json\n', '\n```'], ['```json\n', ''], ['{"fire": true} ', ''], ['[', ']'], ['// ', '']] as const
const WHOLE = AROUND.slice(0, 4).map(([before, after]) => before + after)

it(`reads ${INPUTS} answers without a crash, and finds no other value than the one that is there (FUZZ_SEED=${SEED})`, () => {
  const { next, below, pick } = createRandom(SEED)
  const junk = (most: number): string => Array.from({ length: below(most) }, () => pick(PIECES)).join('')
  const scalar = (): JsonValue => pick<JsonValue>([true, false, null, 0, -1.5, 1e21, '', 'x', '{"fire": true}', '```\n}', '\u2028"\\', '\ud800', '//', "it's"])
  const value = (depth: number): JsonValue => {
    const kind = depth === 0 ? 0 : below(3)
    if (kind === 0) return scalar()
    if (kind === 1) return Array.from({ length: below(3) }, () => value(depth - 1))
    return Object.fromEntries(Array.from({ length: below(3) }, () => [pick(['a', 'b', '__proto__', 'x y', '']), value(depth - 1)]))
  }
  const begun = process.cpuUsage()
  const failures: string[] = []
  let found = 0
  let slowest = 0
  for (let index = 0; index < INPUTS; index += 1) {
    const object: JsonObject = { fire: next() < 0.5, more: value(3) }
    const text = JSON.stringify(object, null, pick([undefined, 2]))
    const kind = below(3)
    const [before, after] = pick(AROUND)
    const answer = kind === 0 ? junk(40) : kind === 1 ? mutate(text, below, pick) : `${before}${text}${after}`
    const started = performance.now()
    const reading = readAnswer(answer, candidate => typeof candidate.fire === 'boolean' ? null : 'has no fire')
    slowest = Math.max(slowest, performance.now() - started)
    const wrong = reading.ok ? wrongValue(reading.value) : reading.problem.length < 400 ? null : 'the problem is too long'
    if (reading.ok) found += 1
    const isWhole = WHOLE.includes(before + after)
    const exact = kind === 2 && isWhole ? object : strictly(answer)
    if (kind === 2 && !isWhole && reading.ok) failures.push(`a verdict was taken out of a text: ${JSON.stringify(answer)}`)
    const matches = exact === undefined || (reading.ok && JSON.stringify(reading.value) === JSON.stringify(exact))
    if (wrong !== null || !matches) failures.push(`${wrong ?? 'another value was found'}: ${JSON.stringify(answer)} gives ${JSON.stringify(reading)}`)
  }
  expect(failures.slice(0, 5)).toEqual([])
  expect(found).toBeGreaterThan(INPUTS / 8)
  expect(slowest).toBeLessThan(1_000)
  expect(process.cpuUsage(begun).user / 1_000_000).toBeLessThan(20)
}, 60_000)

function wrongValue(value: JsonObject): string | null {
  if (typeof value.fire !== 'boolean') return 'the shape was not checked'
  if (Object.getPrototypeOf(value) !== Object.prototype) return 'the value has another prototype'
  return isDeepStrictEqual(snapshotJson(value), value) ? null : 'the value is not JSON'
}

/** What JSON itself makes of the answer, where it is an object with a verdict and nothing was lost, like a repeated key. */
function strictly(answer: string): JsonObject | undefined {
  try {
    const value = JSON.parse(answer) as JsonValue
    return isJsonObject(value) && typeof value.fire === 'boolean' && JSON.stringify(value) === answer ? value : undefined
  } catch {
    return undefined
  }
}

function mutate(text: string, below: (limit: number) => number, pick: <T>(list: readonly T[]) => T): string {
  let mutated = text
  for (let count = below(4) + 1; count > 0; count -= 1) {
    const at = below(mutated.length + 1)
    const kept = below(3) === 0 ? at : Math.min(mutated.length, at + below(4))
    mutated = mutated.slice(0, at) + (below(2) === 0 ? pick(PIECES) : '') + mutated.slice(kept)
  }
  return mutated
}
