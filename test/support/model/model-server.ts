/**
 * A scripted model behind the interfaces that hosts speak. The only thing in
 * the host tests that is not real.
 *
 * Requests that offer tools are the agent's and consume the script in order. Requests without tools
 * (session title, a guard's judge) are answered by `aside` and never touch the script.
 */
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { say, writeReply } from './model-reply.ts'
import type { Reply } from './model-reply.ts'
import { textOf, wireOf } from './model-wire.ts'
import type { ModelMessage, Wire } from './model-wire.ts'

export { textOf }
export type { ModelMessage }

/** One request as it arrived. */
export interface ModelRequest {
  /** Counts the requests of its kind (with or without tools) from 0. */
  readonly index: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: IncomingHttpHeaders
  readonly messages: readonly ModelMessage[]
  /** Names of the offered tools. */
  readonly tools: readonly string[]
  /** The system text, all parts joined. */
  readonly system: string
}

/** The script: replies in order, or a function of the request; a function may still end with null. */
export type Script = readonly Reply[] | ((request: ModelRequest) => Reply | null)

export interface ModelServer {
  /** Base URL, ending in `/v1`. */
  readonly url: string
  /** The agent's requests, in order of arrival. */
  readonly requests: readonly ModelRequest[]
  /** Requests without tools, in order of arrival. */
  readonly asides: readonly ModelRequest[]
  /** Agent requests that came after the end of the script; answered with a text. */
  readonly beyondScript: number
  /** Appends to a script given as a list. */
  push(...replies: readonly Reply[]): void
  stop(): Promise<void>
}

export interface ModelOptions {
  readonly script?: Script
  /** Answers requests without tools; null falls through to the default, a title. */
  readonly aside?: (request: ModelRequest) => Reply | null
}

/** Results of tools in a request: call id → text. */
export function toolResults(request: ModelRequest): ReadonlyMap<string, string> {
  return new Map(request.messages.filter(message => message.role === 'tool').map(message => [message.tool_call_id ?? '', textOf(message.content)]))
}

/** The text of the last tool result of a request. */
export function lastToolResult(request: ModelRequest | undefined): string {
  return request === undefined ? '' : [...toolResults(request).values()].at(-1) ?? ''
}

/** Texts of the user-role messages of a request, in order. */
export function userTexts(request: ModelRequest | undefined): readonly string[] {
  return (request?.messages ?? []).filter(message => message.role === 'user').map(message => textOf(message.content))
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return JSON.parse(Buffer.concat(parts).toString('utf8')) as Record<string, unknown>
}

function describe(wire: Wire, body: Record<string, unknown>, headers: IncomingHttpHeaders, index: number): ModelRequest {
  const messages = wire.messages(body)
  return {
    index, body, headers, messages,
    tools: wire.tools(body),
    system: messages.filter(message => message.role === 'system').map(message => textOf(message.content)).join('\n'),
  }
}

/** Starts a model on a free port of 127.0.0.1. */
export async function startModel(options: ModelOptions = {}): Promise<ModelServer> {
  const requests: ModelRequest[] = []
  const asides: ModelRequest[] = []
  const queue: Reply[] = Array.isArray(options.script) ? [...options.script as readonly Reply[]] : []
  let beyondScript = 0

  function choose(request: ModelRequest): Reply {
    const reply = typeof options.script === 'function' ? options.script(request) : queue.shift() ?? null
    if (reply === null) beyondScript += 1
    return reply ?? say('(end of script)')
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const wire = wireOf(request.url)
    if (request.method !== 'POST' || wire === null) {
      response.writeHead(404).end()
      return
    }
    const body = await readBody(request)
    const isAgent = Array.isArray(body.tools) && body.tools.length > 0
    const list = isAgent ? requests : asides
    const seen = describe(wire, body, request.headers, list.length)
    list.push(seen)
    const reply = isAgent ? choose(seen) : options.aside?.(seen) ?? say('scripted title')
    await writeReply(response, reply, wire, String(body.model), seen.index)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => { response.destroy(error as Error) })
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    asides,
    get beyondScript() { return beyondScript },
    push(...replies) { queue.push(...replies) },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => { server.close(resolve) })
    },
  }
}
