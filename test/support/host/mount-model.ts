/**
 * The scripted model as an adapter of the host's own model runtime, for tests in one process.
 */
import type { Reply } from '../model/model-reply.ts'

/** What the host asked of the adapter; messages as the host has them. */
export interface AdapterRequest {
  readonly system?: string
  readonly messages: readonly { readonly role: string, readonly content: unknown, readonly source?: unknown }[]
  readonly tools?: readonly { readonly name: string }[]
  readonly signal?: AbortSignal
}

export type Aside = (request: AdapterRequest) => Reply | null

export interface ScriptedAdapter {
  readonly adapter: object
  readonly requests: readonly AdapterRequest[]
  push(...replies: readonly Reply[]): void
}

interface Chunk {
  readonly type: string
  readonly [key: string]: unknown
}

function chunksOf(reply: Reply, request: number): readonly Chunk[] {
  if (reply.kind !== 'message') {
    const message = reply.kind === 'http' ? reply.message : 'connection reset'
    const failure = reply.kind === 'http'
      ? { message, code: reply.status === 401 ? 'AUTH' : reply.status === 429 ? 'RATE_LIMIT' : 'SERVER', status: reply.status }
      : { message, code: 'NETWORK' }
    return [{ type: 'finish', reason: { kind: 'error', failure } }]
  }
  const text: Chunk[] = reply.text === ''
    ? []
    : [
        { type: 'block-start', index: 0, blockType: 'text' },
        { type: 'text-delta', index: 0, text: reply.text },
        { type: 'block-end', index: 0, block: { type: 'text', text: reply.text } },
      ]
  const calls = reply.calls.flatMap(({ name, args }, n): Chunk[] => {
    const index = n + (text.length > 0 ? 1 : 0)
    const id = `call_${request}_${n}`
    const json = typeof args === 'string' ? args : JSON.stringify(args)
    return [
      { type: 'block-start', index, blockType: 'tool-call' },
      { type: 'tool-call-delta', index, id, name, argumentsDelta: json },
      { type: 'block-end', index, block: { type: 'tool-call', id, name, arguments: json } },
    ]
  })
  const kind = reply.finish === 'length' ? 'max-tokens' : reply.calls.length > 0 ? 'tool-calls' : 'stop'
  return [...text, ...calls, { type: 'usage', usage: { inputTokens: 10, outputTokens: 5 } }, { type: 'finish', reason: { kind } }]
}

/** Rejects as a real transport does when the request is cancelled. */
async function unlessAborted(signal: AbortSignal | undefined, work: Promise<unknown>): Promise<void> {
  if (signal === undefined) {
    await work
    return
  }
  const aborted = new Promise<never>((_resolve, reject) => {
    const abort = (): void => { reject(new Error('aborted')) }
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
  await Promise.race([work, aborted])
}

/**
 * @param Base the host's `LlmAdapter`.
 * @param aside answers requests that are not an agent's, such as a judge's; null leaves them to the script.
 */
export function adapterOf(Base: new () => object, script: readonly Reply[], aside: Aside = () => null): ScriptedAdapter {
  const queue = [...script]
  const requests: AdapterRequest[] = []

  class Scripted extends Base {
    resolveModel(provider: string, model: string): Promise<object> {
      return Promise.resolve({ provider, id: model, name: model })
    }

    async * stream(request: AdapterRequest): AsyncIterable<Chunk> {
      const beside = aside(request)
      if (beside === null) requests.push(request)
      const reply: Reply = beside ?? queue.shift() ?? { kind: 'message', text: '(end of script)', calls: [], finish: 'stop', delayMs: 0, hold: null }
      if (reply.kind === 'message' && reply.hold !== null) {
        reply.hold.arrive()
        await unlessAborted(request.signal, reply.hold.released)
      }
      if (reply.kind === 'message' && reply.delayMs > 0) {
        await unlessAborted(request.signal, new Promise((resolve) => { setTimeout(resolve, reply.delayMs) }))
      }
      yield* chunksOf(reply, requests.length - 1)
    }
  }

  return { adapter: new Scripted(), requests, push(...replies) { queue.push(...replies) } }
}
