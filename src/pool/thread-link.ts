/**
 * A runner that is a worker thread. Contains what a process contains, except memory: a guard that uses
 * up its heap can end the host. For hosts that cannot start a Node process.
 */
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads'
import { describeThrown } from '../errors.ts'
import { MAX_FRAME_FROM_RUNNER, parseRunnerFrame } from '../protocol.ts'
import type { LinkHandlers, RunnerEnd, RunnerLink, StartRunner } from './link.ts'

export interface ThreadStarter {
  /** The thread's entry, an absolute path. */
  readonly entry: string
  /** The SES bundle, an absolute path. */
  readonly ses: string
  readonly memoryMb: number
}

const STACK_MB = 4

export function createThreadStart(starter: ThreadStarter): StartRunner {
  return (handlers) => {
    const { port1, port2 } = new MessageChannel()
    const posted = new Int32Array(new SharedArrayBuffer(4))
    let worker: Worker
    try {
      worker = startWorker(starter, port2, posted)
    } catch (error) {
      // Where the system gives no thread any more, for one.
      port1.close()
      const end: RunnerEnd = { started: false, exitCode: null, signal: null, detail: describeThrown(error) }
      setImmediate(() => { handlers.ended(end) })
      return { pid: () => null, post: () => undefined, kill: () => undefined }
    }
    port1.on('message', (text: unknown) => { takeText(text, handlers) })
    port1.unref()
    worker.unref()
    reportEnd(worker, handlers)
    const link: RunnerLink = {
      pid: () => null,
      post(texts) {
        for (const text of texts) port1.postMessage(text)
        Atomics.add(posted, 0, texts.length)
        Atomics.notify(posted, 0)
      },
      kill() { void worker.terminate() },
    }
    return link
  }
}

function startWorker({ entry, ses, memoryMb }: ThreadStarter, port: MessagePort, posted: Int32Array): Worker {
  return new Worker(entry, {
    workerData: { ses, port, posted: posted.buffer },
    transferList: [port],
    env: {},
    // The host's own flags are not for guards.
    execArgv: ['--no-warnings'],
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, stackSizeMb: STACK_MB },
  })
}

function takeText(text: unknown, handlers: LinkHandlers): void {
  const frame = typeof text === 'string' && text.length <= MAX_FRAME_FROM_RUNNER ? parseRunnerFrame(text) : null
  if (frame === null) handlers.malformed('it sent something that is no frame')
  else handlers.frame(frame, (text as string).length)
}

function reportEnd(worker: Worker, handlers: LinkHandlers): void {
  let detail = ''
  let started = false
  worker.once('online', () => { started = true })
  // Not always an Error, and not always with a text.
  worker.once('error', (error: unknown) => { detail = `${codeOf(error)}${describeThrown(error)}` })
  worker.once('exit', (exitCode) => {
    const end: RunnerEnd = { started, exitCode, signal: null, detail }
    handlers.ended(end)
  })
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : ''
}
