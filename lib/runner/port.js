/**
 * How a runner talks with the host, and the one for a child process: blocking reads on one pipe,
 * blocking writes on another. Blocking is the point: a script's host call is synchronous.
 */
import { readSync, writeSync } from 'node:fs';
import { createFrameDecoder, encodeFrame } from "../base/framing.js";
import { MAX_FRAME_TO_RUNNER } from "../protocol.js";
/** The descriptors that the pool opens in the child. */
export const READ_FD = 3;
export const WRITE_FD = 4;
const CHUNK_BYTES = 64 * 1024;
/** How long to sleep where the platform made a pipe non-blocking, milliseconds. */
const RETRY_MS = 1;
/**
 * @param gone ends this process; called when the host has closed its end or the stream is broken, because
 * no error of the transport may surface inside a script.
 */
export function createPipePort(gone) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const decode = createFrameDecoder(MAX_FRAME_TO_RUNNER);
    const texts = [];
    return {
        read() {
            for (;;) {
                const text = texts.shift();
                if (text !== undefined)
                    return text;
                const length = blocking(() => readSync(READ_FD, chunk, 0, CHUNK_BYTES, null), gone);
                if (length === 0)
                    gone();
                texts.push(...decoded(decode, chunk.subarray(0, length), gone));
            }
        },
        write(text) {
            const bytes = encodeFrame(text);
            let sent = 0;
            while (sent < bytes.length)
                sent += blocking(() => writeSync(WRITE_FD, bytes, sent), gone);
        },
    };
}
function decoded(decode, chunk, gone) {
    try {
        return [...decode(chunk)];
    }
    catch {
        return gone();
    }
}
function blocking(act, gone) {
    const pause = new Int32Array(new SharedArrayBuffer(4));
    for (;;) {
        try {
            return act();
        }
        catch (error) {
            const code = error.code;
            if (code === 'EOF')
                return 0;
            if (code !== 'EAGAIN' && code !== 'EINTR')
                return gone();
            Atomics.wait(pause, 0, 0, RETRY_MS);
        }
    }
}
