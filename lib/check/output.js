/** @param onOverflow called once, when the child has written more than `maxBytes`. */
export function createOutput(child, maxBytes, onOverflow) {
    const kept = { stdout: [], stderr: [] };
    let room = maxBytes;
    let overflown = false;
    const keep = (stream, chunk) => {
        if (overflown)
            return;
        kept[stream].push(chunk.subarray(0, room));
        if (chunk.length > room) {
            overflown = true;
            onOverflow();
        }
        room = Math.max(0, room - chunk.length);
    };
    child.stdout?.on('data', (chunk) => { keep('stdout', chunk); });
    child.stderr?.on('data', (chunk) => { keep('stderr', chunk); });
    child.stdout?.on('error', () => undefined);
    child.stderr?.on('error', () => undefined);
    return {
        stdout: () => textOf(kept.stdout),
        stderr: () => textOf(kept.stderr),
        stop() {
            child.stdin?.destroy();
            child.stdout?.destroy();
            child.stderr?.destroy();
        },
    };
}
/** `stream: true` leaves out a character that the bound cut in two. */
function textOf(chunks) {
    return new TextDecoder('utf-8').decode(Buffer.concat(chunks), { stream: true });
}
