/** One frame in one buffer, so that it leaves in one write. */
export declare function encodeFrame(text: string): Buffer;
/** Several frames in one buffer, in order. */
export declare function encodeFrames(texts: readonly string[]): Buffer;
/**
 * A decoder for one stream. Feed it chunks in order; it gives the texts that are complete.
 * @param maxBytes longest body that is accepted.
 * @throws GuardError PROTOCOL when a frame announces more; the stream is then of no further use.
 */
export declare function createFrameDecoder(maxBytes: number): (chunk: Buffer) => string[];
