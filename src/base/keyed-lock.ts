/** One at a time per key, in order of arrival; who is cancelled while waiting leaves with an answer given beforehand. */
export class KeyedLock {
  private readonly tails = new Map<string, Promise<void>>()

  /** @param cancelled what is returned when the signal aborts before the turn comes. */
  async run<T>(key: string, signal: AbortSignal, cancelled: T, body: () => Promise<T>): Promise<T> {
    const before = this.tails.get(key) ?? Promise.resolve()
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => { release = resolve })
    const tail = before.then(() => held)
    this.tails.set(key, tail)
    try {
      await before
      return signal.aborted ? cancelled : await body()
    } finally {
      release()
      if (this.tails.get(key) === tail) this.tails.delete(key)
    }
  }
}
