import { describe, expect, it } from 'vitest'
import { createFrameDecoder, encodeFrame, encodeFrames } from '../../../src/base/framing.ts'

const MAX = 64

/** Feeds bytes in pieces of one size. */
function feed(bytes: Buffer, piece: number, max = MAX): string[] {
  const decode = createFrameDecoder(max)
  const texts: string[] = []
  for (let at = 0; at < bytes.length; at += piece) texts.push(...decode(bytes.subarray(at, at + piece)))
  return texts
}

describe('frames on a byte stream', () => {
  it('has four bytes of little-endian length before the text', () => {
    expect([...encodeFrame('ab')]).toEqual([2, 0, 0, 0, 97, 98])
  })

  it('counts bytes and not characters', () => {
    expect(encodeFrame('é').readUInt32LE(0)).toBe(2)
    expect(encodeFrame('😀').readUInt32LE(0)).toBe(4)
  })

  it.each([1, 2, 3, 4, 5, 7, 1000])('gives the same texts when they come in pieces of %i bytes', (piece) => {
    const texts = ['', 'a', 'zwölf', '😀'.repeat(10), '{"t":"x"}', '']
    expect(feed(encodeFrames(texts), piece)).toEqual(texts)
  })

  it('waits for the rest of a frame', () => {
    const decode = createFrameDecoder(MAX)
    const bytes = encodeFrame('hello')
    expect([...decode(bytes.subarray(0, 6))]).toEqual([])
    expect([...decode(bytes.subarray(6))]).toEqual(['hello'])
  })

  it.each([1, 1000])('takes a frame of exactly the limit, in pieces of %i', (piece) => {
    expect(feed(encodeFrame('x'.repeat(MAX)), piece)).toEqual(['x'.repeat(MAX)])
    expect(feed(encodeFrame('é'.repeat(MAX / 2)), piece)).toEqual(['é'.repeat(MAX / 2)])
  })

  it.each([1, 1000])('refuses a frame of one byte more before its body has come, in pieces of %i', (piece) => {
    expect(() => feed(encodeFrame('x'.repeat(MAX + 1)).subarray(0, 4), piece)).toThrow(`a frame of ${MAX + 1} bytes was announced, at most ${MAX} are accepted`)
  })

  it('does not reserve memory for a length that nobody may send', () => {
    const header = Buffer.alloc(4)
    header.writeUInt32LE(0xffff_ffff)
    expect(() => [...createFrameDecoder(MAX)(header)]).toThrow(/4294967295 bytes/)
  })

  it.each([1, 4, 7, 1000])('gives the frames before a bad one, in pieces of %i bytes', (piece) => {
    const decode = createFrameDecoder(MAX)
    const bytes = Buffer.concat([encodeFrames(['good', 'also good']), encodeFrame('x'.repeat(MAX + 1))])
    const texts: string[] = []
    expect(() => {
      for (let at = 0; at < bytes.length; at += piece) for (const text of decode(bytes.subarray(at, at + piece))) texts.push(text)
    }).toThrow(/announced/)
    expect(texts).toEqual(['good', 'also good'])
  })

  it('replaces bytes that are no UTF-8 instead of failing', () => {
    expect([...createFrameDecoder(MAX)(Buffer.from([2, 0, 0, 0, 0xff, 97]))]).toEqual(['\ufffda'])
  })
})
