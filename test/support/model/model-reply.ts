/**
 * What the scripted model can answer, and when it is sent. Owns the reply vocabulary; which reply answers
 * which request is the server's, and how it looks on the wire is the wire's.
 */
import type { ServerResponse } from 'node:http'
import type { Wire } from './model-wire.ts'

/** One tool call. `args`: an object, or the raw text that a model which writes bad JSON would send. */
export interface ToolCall {
  readonly name: string
  readonly args: object | string
}

/** Why the model stopped; `length`: the token limit. */
export type Finish = 'stop' | 'tool_calls' | 'length'

/** An answer of the model; times are milliseconds. */
export type Reply =
  | {
    readonly kind: 'message'
    readonly text: string
    readonly calls: readonly ToolCall[]
    readonly finish: Finish
    readonly delayMs: number
    readonly hold: Hold | null
  }
  | { readonly kind: 'http', readonly status: number, readonly message: string }
  /** The connection breaks, after the text if there is some. */
  | { readonly kind: 'reset', readonly text: string }

/** A text as the whole answer. */
export function say(text: string): Reply {
  return { kind: 'message', text, calls: [], finish: 'stop', delayMs: 0, hold: null }
}

/** One tool call. */
export function call(name: string, args: object | string, text = ''): Reply {
  return calls([{ name, args }], text)
}

/** Several tool calls in one message. */
export function calls(list: readonly ToolCall[], text = ''): Reply {
  return { kind: 'message', text, calls: list, finish: 'tool_calls', delayMs: 0, hold: null }
}

/** A shell command through the host's `bash` tool. */
export function bash(command: string): Reply {
  return call('bash', bashArgs(command))
}

/** Arguments that the host's `bash` tool accepts. */
export function bashArgs(command: string): { command: string, description: string } {
  return { command, description: 'scripted command' }
}

/** An answer that the token limit cut. */
export function truncated(text: string): Reply {
  return { kind: 'message', text, calls: [], finish: 'length', delayMs: 0, hold: null }
}

export function httpError(status: number, message = `scripted ${status}`): Reply {
  return { kind: 'http', status, message }
}

export function reset(text = ''): Reply {
  return { kind: 'reset', text }
}

/** The same answer, `ms` later. */
export function after(ms: number, reply: Reply): Reply {
  return reply.kind === 'message' ? { ...reply, delayMs: ms } : reply
}

/** Keeps an answer back until the test lets it go. */
export interface Hold {
  /** Resolves when the request has arrived. */
  readonly arrived: Promise<void>
  readonly arrive: () => void
  readonly released: Promise<void>
  readonly release: () => void
}

export function createHold(): Hold {
  let arrive = (): void => {}
  let release = (): void => {}
  const arrived = new Promise<void>((resolve) => { arrive = resolve })
  const released = new Promise<void>((resolve) => { release = resolve })
  return { arrived, arrive, released, release }
}

/** The same answer, kept back by `hold`. */
export function held(hold: Hold, reply: Reply): Reply {
  return reply.kind === 'message' ? { ...reply, hold } : reply
}

async function waitFor(reply: Extract<Reply, { kind: 'message' }>): Promise<void> {
  if (reply.hold !== null) {
    // The headers are on their way; give the client a moment to see them.
    setTimeout(reply.hold.arrive, 50)
    await reply.hold.released
  }
  if (reply.delayMs > 0) await new Promise((resolve) => { setTimeout(resolve, reply.delayMs).unref() })
}

/**
 * Writes one reply.
 * @param index number of the request, which makes call ids unique: `call_<index>_<n>`.
 */
export async function writeReply(response: ServerResponse, reply: Reply, wire: Wire, model: string, index: number): Promise<void> {
  if (reply.kind === 'http') {
    response.writeHead(reply.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { message: reply.message, type: 'scripted', code: String(reply.status) } }))
    return
  }
  // Headers first, as a real model does it: a fetch that is aborted before them marks the host's
  // abort reason, which the host then cannot log.
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
  if (reply.kind === 'message') await waitFor(reply)
  if (response.destroyed) return
  response.write(wire.begin(model, reply.text))
  if (reply.kind === 'reset') {
    // Let the text reach the client before the connection goes.
    setImmediate(() => response.socket?.resetAndDestroy())
    return
  }
  const calls = reply.calls.map(({ name, args }, n) => ({ id: `call_${index}_${n}`, name, json: typeof args === 'string' ? args : JSON.stringify(args) }))
  response.end(wire.end(model, reply.text, calls, reply.finish))
}
