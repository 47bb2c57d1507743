/** One frame in one buffer, so that it leaves in one write. */
export declare function encodeFrame(text: string): Buffer;
/** Several frames in one buffer, in order. */
export declare function encodeFrames(texts: readonly string[]): Buffer;
/** Gives the texts that a chunk completes, one by one: those before a bad frame come out, however the stream was cut. */
export type FrameDecoder = (chunk: Buffer) => Iterable<string>;
/**
 * A decoder for one stream. Feed it chunks in order, and take all texts of one before the next.
 * @param maxBytes longest body that is accepted.
 * @throws GuardError PROTOCOL, in place of the next text, when a frame announces more; the stream is then of no further use.
 */
export declare function createFrameDecoder(maxBytes: number): FrameDecoder;
