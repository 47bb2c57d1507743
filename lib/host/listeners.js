/** Disposers of the host's listeners in the one form that a mount keeps. */
/** The host's disposer tells whether there was something to take off; nobody here wants to know. */
export function off(dispose) {
    return () => { dispose(); };
}
