/** One at a time per key, in order of arrival; who is cancelled while waiting leaves at once with an answer given beforehand. */
export class KeyedLock {
  private readonly tails = new Map<string, Promise<void>>()

  /** @param cancelled what is returned when the signal aborts before the turn comes. */
  async run<T>(key: string, signal: AbortSignal, cancelled: T, body: () => Promise<T>): Promise<T> {
    const before = this.tails.get(key) ?? Promise.resolve()
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => { release = resolve })
    // Who leaves early frees its own place only: those behind still wait for whoever is in front.
    const tail = before.then(() => held)
    this.tails.set(key, tail)
    void tail.then(() => { if (this.tails.get(key) === tail) this.tails.delete(key) })
    try {
      await settledOrAborted(before, signal)
      return signal.aborted ? cancelled : await body()
    } finally {
      release()
    }
  }

  /** Keys that somebody holds or waits for. */
  get size(): number {
    return this.tails.size
  }
}

function settledOrAborted(before: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const done = (): void => {
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done, { once: true })
    void before.then(done)
  })
}
