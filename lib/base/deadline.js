/** A signal that aborts after a time or with its parent, whichever comes first. */
/** @param ms milliseconds from now. The timer never keeps the process alive. */
export function abortAfter(ms, parent) {
    const controller = new AbortController();
    let ranOut = false;
    const onParent = () => { controller.abort(parent?.reason); };
    const timer = setTimeout(() => {
        ranOut = !controller.signal.aborted;
        controller.abort(new DOMException(`the time of ${ms} ms ran out`, 'TimeoutError'));
    }, ms);
    timer.unref();
    if (parent?.aborted === true)
        onParent();
    else
        parent?.addEventListener('abort', onParent, { once: true });
    return {
        signal: controller.signal,
        timedOut: () => ranOut,
        dispose() {
            clearTimeout(timer);
            parent?.removeEventListener('abort', onParent);
        },
    };
}
