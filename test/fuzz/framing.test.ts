import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFrameDecoder, encodeFrames } from '../../src/base/framing.ts'
import { GuardError } from '../../src/errors.ts'
import { createRandom, seedFromEnvironment, type Random } from '../support/random.ts'

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 100_000)
const MAX = 48

const TEXTS = ['', 'a', '{}', '{"t":"ready","node":"24"}', 'é', '😀', '\u0000', '\u2028', '\ufeff', 'x'.repeat(MAX), 'é'.repeat(MAX / 2), '\ud800']
const BYTES = [0, 1, 2, 3, 4, 5, MAX - 1, MAX, MAX + 1, 0x7b, 0x7f, 0x80, 0xc2, 0xe2, 0xed, 0xa0, 0xf0, 0xf4, 0xfe, 0xff]
const LENGTHS = [0, 1, 3, MAX - 1, MAX, MAX + 1, 0xff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff]

/** Frames, and bytes that only look like some. */
function randomStream(random: Random): Buffer {
  const pieces = Array.from({ length: random.below(7) }, () => {
    const whole = encodeFrames(Array.from({ length: 1 + random.below(3) }, () => random.pick(TEXTS)))
    switch (random.below(12)) {
      case 0: return Buffer.from(Array.from({ length: random.below(12) }, () => random.pick(BYTES)))
      case 1: return announcing(random.pick(LENGTHS), random.below(MAX))
      case 2: return whole.subarray(0, random.below(whole.length))
      case 3: {
        whole[random.below(whole.length)] = random.pick(BYTES)
        return whole
      }
      case 4: return badText(random)
      default: return whole
    }
  })
  return Buffer.concat(pieces)
}

function announcing(length: number, given: number): Buffer {
  const bytes = Buffer.alloc(4 + given, 0x61)
  bytes.writeUInt32LE(length)
  return bytes
}

function badText(random: Random): Buffer {
  const bytes = announcing(0, random.below(MAX))
  bytes.writeUInt32LE(bytes.length - 4)
  for (let at = 4; at < bytes.length; at++) bytes[at] = random.pick(BYTES)
  return bytes
}

function cutAtRandom(random: Random, stream: Buffer): Buffer[] {
  const chunks: Buffer[] = []
  const longest = 1 + random.below(random.pick([2, 6, 20, 300]))
  for (let at = 0; at < stream.length;) {
    const end = at + random.below(longest + 1)
    chunks.push(stream.subarray(at, end))
    at = Math.min(stream.length, end)
  }
  return chunks
}

interface Read { readonly texts: string[], readonly error: string | null }

function read(chunks: readonly Buffer[]): Read {
  const decode = createFrameDecoder(MAX)
  const texts: string[] = []
  try {
    for (const chunk of chunks) for (const text of decode(chunk)) texts.push(text)
  } catch (error) {
    return { texts, error: error instanceof GuardError ? error.code : `not of ours: ${String(error)}` }
  }
  return { texts, error: null }
}

/** What a stream holds, read with no care for speed or chunks. */
function readPlainly(stream: Buffer): { readonly texts: string[], readonly broken: boolean } {
  const texts: string[] = []
  let at = 0
  while (at + 4 <= stream.length) {
    const end = at + 4 + stream.readUInt32LE(at)
    if (end - at - 4 > MAX) return { texts, broken: true }
    if (end > stream.length) break
    texts.push(new TextDecoder('utf-8', { ignoreBOM: true }).decode(stream.subarray(at + 4, end)))
    at = end
  }
  return { texts, broken: false }
}

describe('a byte stream', () => {
  const seed = seedFromEnvironment()
  afterEach(() => { vi.restoreAllMocks() })

  it(`holds the same texts however it is cut, ${RUNS} random streams (FUZZ_SEED=${seed})`, () => {
    const random = createRandom(seed)
    const allocations = vi.spyOn(Buffer, 'allocUnsafe')
    let broken = 0
    for (let run = 0; run < RUNS; run++) {
      const stream = randomStream(random)
      const chunks = cutAtRandom(random, stream)
      const expected = readPlainly(stream)
      allocations.mockClear()
      const found = read(chunks)
      const largest = Math.max(0, ...allocations.mock.calls.map(([size]) => size))
      if (found.texts.join('\n') !== expected.texts.join('\n') || found.texts.length !== expected.texts.length || found.error !== (expected.broken ? 'PROTOCOL' : null) || largest > MAX) {
        expect({ seed, run, stream: stream.toString('hex'), cuts: chunks.map(chunk => chunk.length), ...found, largest }).toEqual(expected)
      }
      if (expected.broken) broken += 1
    }
    expect(broken).toBeGreaterThan(RUNS / 10)
    expect(broken).toBeLessThan(RUNS * 9 / 10)
  })

  it(`gives back what was put into it, ${RUNS} random lists of texts (FUZZ_SEED=${seed})`, () => {
    const random = createRandom(seed)
    for (let run = 0; run < RUNS; run++) {
      const texts = Array.from({ length: random.below(5) }, () => random.pick(TEXTS) + String.fromCodePoint(random.below(0xd800)).repeat(random.below(3))).filter(text => Buffer.byteLength(text) <= MAX)
      const found = read(cutAtRandom(random, encodeFrames(texts)))
      // Half of a surrogate pair has no UTF-8.
      const expected = texts.map(text => text.replace('\ud800', '\ufffd'))
      if (found.error !== null || JSON.stringify(found.texts) !== JSON.stringify(expected)) expect({ seed, run, ...found }).toEqual({ seed, run, texts: expected, error: null })
    }
  })
})
