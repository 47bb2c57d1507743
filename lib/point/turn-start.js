/**
 * The user's input of one turn and the START run over it. Messages that the host claims in one go are
 * one batch; whatever comes later is another one.
 */
export function openBatch(text) {
    const batch = { texts: [text], open: true };
    queueMicrotask(() => { batch.open = false; });
    return batch;
}
export function requestOf(batch) {
    return batch.texts.join('\n\n');
}
/** @param run never rejects. */
export function createStarting(run) {
    const controller = new AbortController();
    let begun = null;
    return {
        begin: () => begun ??= run(controller.signal),
        cancel(reason) { controller.abort(reason); },
    };
}
/** Waits for a START, but not longer than the turn lives. */
export async function waitFor(starting, signal) {
    const onAbort = () => { starting.cancel(signal?.reason); };
    if (signal?.aborted === true)
        onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    await starting.begin();
    signal?.removeEventListener('abort', onAbort);
}
