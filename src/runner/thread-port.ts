/**
 * The port of a runner that is a worker thread: texts come as messages, a counter in shared memory says
 * that there is one, and the thread sleeps on it, so that a script's host call is synchronous here too.
 */
import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads'
import type { RunnerPort } from './port.ts'

/** What the pool hands to the thread as `workerData`. */
export interface ThreadData {
  /** Path of the SES bundle. */
  readonly ses: string
  readonly port: MessagePort
  /** One Int32: how many messages the host has posted. */
  readonly posted: SharedArrayBuffer
}

export function createThreadPort(data: Pick<ThreadData, 'port' | 'posted'>): RunnerPort {
  const posted = new Int32Array(data.posted)
  return {
    read() {
      for (;;) {
        // Read the counter first: a message that comes in between changes it, and the wait returns at once.
        const seen = Atomics.load(posted, 0)
        const received = receiveMessageOnPort(data.port) as { message: string } | undefined
        if (received !== undefined) return received.message
        Atomics.wait(posted, 0, seen)
      }
    },
    write(text) { data.port.postMessage(text) },
  }
}
