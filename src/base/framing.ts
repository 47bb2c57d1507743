/**
 * Length-prefixed texts on a byte stream: 4 bytes of little-endian length, then that many bytes of
 * UTF-8. Owns the size limit of what comes in; knows nothing of what the texts mean.
 */
import { GuardError } from '../errors.ts'

const HEADER_BYTES = 4

/** One frame in one buffer, so that it leaves in one write. */
export function encodeFrame(text: string): Buffer {
  return encodeFrames([text])
}

/** Several frames in one buffer, in order. */
export function encodeFrames(texts: readonly string[]): Buffer {
  const lengths = texts.map(text => Buffer.byteLength(text))
  const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + HEADER_BYTES + length, 0))
  let at = 0
  for (const [index, text] of texts.entries()) {
    const length = lengths[index] ?? 0
    bytes.writeUInt32LE(length, at)
    bytes.write(text, at + HEADER_BYTES, length, 'utf8')
    at += HEADER_BYTES + length
  }
  return bytes
}

/** A frame of which only the head has arrived. */
interface PartialFrame {
  readonly header: Buffer
  headerFilled: number
  body: Buffer | null
  bodyFilled: number
}

/** Gives the texts that a chunk completes, one by one: those before a bad frame come out, however the stream was cut. */
export type FrameDecoder = (chunk: Buffer) => Iterable<string>

/**
 * A decoder for one stream. Feed it chunks in order, and take all texts of one before the next.
 * @param maxBytes longest body that is accepted.
 * @throws GuardError PROTOCOL, in place of the next text, when a frame announces more; the stream is then of no further use.
 */
export function createFrameDecoder(maxBytes: number): FrameDecoder {
  const partial: PartialFrame = { header: Buffer.alloc(HEADER_BYTES), headerFilled: 0, body: null, bodyFilled: 0 }
  return function* (chunk) {
    let at = 0
    while (at < chunk.length) {
      // The common case: nothing pending and the whole frame is in this chunk. No copy is made.
      if (partial.headerFilled === 0 && chunk.length - at >= HEADER_BYTES) {
        const length = checkedLength(chunk.readUInt32LE(at), maxBytes)
        const end = at + HEADER_BYTES + length
        if (end <= chunk.length) {
          yield chunk.toString('utf8', at + HEADER_BYTES, end)
          at = end
          continue
        }
      }
      at = fill(partial, chunk, at, maxBytes)
      if (partial.body !== null && partial.bodyFilled === partial.body.length) {
        yield partial.body.toString('utf8')
        partial.headerFilled = 0
        partial.body = null
      }
    }
  }
}

function fill(partial: PartialFrame, chunk: Buffer, start: number, maxBytes: number): number {
  let at = start
  if (partial.body === null) {
    const taken = chunk.copy(partial.header, partial.headerFilled, at, at + HEADER_BYTES - partial.headerFilled)
    partial.headerFilled += taken
    at += taken
    if (partial.headerFilled < HEADER_BYTES) return at
    partial.body = Buffer.allocUnsafe(checkedLength(partial.header.readUInt32LE(0), maxBytes))
    partial.bodyFilled = 0
  }
  const taken = chunk.copy(partial.body, partial.bodyFilled, at)
  partial.bodyFilled += taken
  return at + taken
}

function checkedLength(length: number, maxBytes: number): number {
  if (length > maxBytes) throw new GuardError('PROTOCOL', `a frame of ${length} bytes was announced, at most ${maxBytes} are accepted`)
  return length
}
