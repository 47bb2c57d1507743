/**
 * The user's input of one turn and the START run over it. Messages that the host claims in one go are
 * one batch; whatever comes later is another one.
 */

export interface UserBatch {
  /** What the user wrote, one text for each message. */
  readonly texts: string[]
  /** The host is still claiming messages of this batch. */
  open: boolean
}

/** A START that is to run or under way. */
export interface Starting {
  /** Runs it, once; every caller waits for the same run. Never rejects. */
  begin(): Promise<void>
  cancel(reason: unknown): void
}

export function openBatch(text: string): UserBatch {
  const batch: UserBatch = { texts: [text], open: true }
  queueMicrotask(() => { batch.open = false })
  return batch
}

export function requestOf(batch: UserBatch): string {
  return batch.texts.join('\n\n')
}

/** @param run never rejects. */
export function createStarting(run: (signal: AbortSignal) => Promise<void>): Starting {
  const controller = new AbortController()
  let begun: Promise<void> | null = null
  return {
    begin: () => begun ??= run(controller.signal),
    cancel(reason) { controller.abort(reason) },
  }
}

/** Waits for a START, but not longer than the turn lives. */
export async function waitFor(starting: Starting, signal: AbortSignal | undefined): Promise<void> {
  const onAbort = (): void => { starting.cancel(signal?.reason) }
  if (signal?.aborted === true) onAbort()
  signal?.addEventListener('abort', onAbort, { once: true })
  await starting.begin()
  signal?.removeEventListener('abort', onAbort)
}
