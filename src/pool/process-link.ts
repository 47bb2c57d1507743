/**
 * A runner that is a child process: an empty environment, no descriptors but three pipes of its own, and
 * nothing about it keeps the host alive. Its host-side end only; what runs inside is `runner/`.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { createFrameDecoder, encodeFrames } from '../base/framing.ts'
import { GuardError, describeThrown } from '../errors.ts'
import { MAX_FRAME_FROM_RUNNER, parseRunnerFrame } from '../protocol.ts'
import type { LinkHandlers, RunnerEnd, RunnerLink, StartRunner } from './link.ts'

export interface ProcessStarter {
  /** The command to start, or why there is none. Asked once for each runner. */
  command(): Promise<readonly [string, ...string[]] | { readonly problem: string }>
  /** Working directory of the child. */
  readonly cwd: string
}

/** What tells a full heap stands before a native stack of some ten thousand characters. */
const MAX_LAST_WORDS = 32_768
/** After the exit, how long to wait for the rest of the error output, milliseconds. */
const LAST_WORDS_MS = 200

/** Starting a process holds the host up for some milliseconds; several at once would for too long. */
const BETWEEN_STARTS_MS = 25

export function createProcessStart(starter: ProcessStarter): StartRunner {
  // Never rejects: no start after it would come to its turn.
  let turn = Promise.resolve()
  return (handlers) => {
    let child: ChildProcess | null = null
    let killed = false
    const asked = turn.then(() => starter.command()).catch((error: unknown) => ({ problem: describeThrown(error) }))
    void asked.then((command) => {
      if (killed) handlers.ended({ ...NOT_STARTED, detail: 'it was stopped before it was started' })
      else if ('problem' in command) handlers.ended({ ...NOT_STARTED, detail: command.problem })
      else child = launch(command, starter.cwd, handlers)
    })
    // Counted from when this one has been started.
    turn = asked.then(() => pause(BETWEEN_STARTS_MS))
    const link: RunnerLink = {
      // Once it has exited its number may be another's, although its last words are still awaited.
      pid: () => child?.exitCode === null && child.signalCode === null ? child.pid ?? null : null,
      post(texts) { pipeOf(child, READ_END)?.write(encodeFrames(texts)) },
      kill() {
        killed = true
        child?.kill('SIGKILL')
      },
    }
    return link
  }
}

/** Does not keep the host's process alive. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => { setTimeout(resolve, ms).unref() })
}

const NOT_STARTED: RunnerEnd = { started: false, exitCode: null, signal: null, detail: '' }

/** The child's descriptors: it reads from 3 and writes to 4. */
const ERROR_END = 2
const READ_END = 3
const WRITE_END = 4

function launch(command: readonly [string, ...string[]], cwd: string, handlers: LinkHandlers): ChildProcess | null {
  const [file, ...args] = command
  let child: ChildProcess
  try {
    child = spawn(file, args, { cwd, env: {}, stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'], windowsHide: true })
  } catch (error) {
    handlers.ended({ ...NOT_STARTED, detail: describeThrown(error) })
    return null
  }
  // Where the host has no descriptors left there are no pipes, and the failure is told by an event.
  if ((child.stdio as ChildProcess['stdio'] | undefined) === undefined) {
    reportEnd(child, () => '', handlers)
    return null
  }
  const lastWords = collectTail(child.stdio[ERROR_END] as Readable)
  readFrames(child.stdio[WRITE_END] as Readable, handlers)
  for (const pipe of child.stdio) {
    // An error of a pipe means that the child is going; its end is reported by itself.
    pipe?.on('error', () => undefined)
    if (pipe instanceof Socket) pipe.unref()
  }
  child.unref()
  reportEnd(child, lastWords, handlers)
  return child
}

function pipeOf(child: ChildProcess | null, descriptor: number): Writable | null {
  const pipe = child?.stdio[descriptor] as Writable | null | undefined
  return pipe?.writable === true ? pipe : null
}

function readFrames(pipe: Readable, handlers: LinkHandlers): void {
  const decode = createFrameDecoder(MAX_FRAME_FROM_RUNNER)
  pipe.on('data', (chunk: Buffer) => {
    try {
      for (const text of decode(chunk)) {
        const frame = parseRunnerFrame(text)
        if (frame === null) throw new GuardError('PROTOCOL', 'it sent something that is no frame')
        handlers.frame(frame, text.length)
      }
    } catch (error) {
      pipe.destroy()
      handlers.malformed(describeThrown(error))
    }
  })
}

function collectTail(pipe: Readable): () => string {
  let tail = ''
  pipe.on('data', (chunk: Buffer) => { tail = (tail + chunk.toString('latin1')).slice(-MAX_LAST_WORDS) })
  return () => tail.trim()
}

function reportEnd(child: ChildProcess, lastWords: () => string, handlers: LinkHandlers): void {
  let reported = false
  const report = (end: RunnerEnd): void => {
    if (reported) return
    reported = true
    handlers.ended(end)
  }
  child.once('error', (error) => { report({ ...NOT_STARTED, detail: error.message }) })
  child.once('exit', (exitCode, signal) => {
    const end = (): void => { report({ started: true, exitCode, signal, detail: lastWords() }) }
    child.once('close', end)
    setTimeout(end, LAST_WORDS_MS)
  })
}
