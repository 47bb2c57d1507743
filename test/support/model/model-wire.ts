/**
 * The two ways in which hosts speak to a model server: OpenAI's chat completions and Anthropic's messages, both as
 * streams. Owns the translation of both into one shape of request and from one shape of reply.
 */
import type { Finish } from './model-reply.ts'

export interface ModelMessage {
  readonly role: string
  readonly content?: unknown
  readonly tool_calls?: readonly { readonly id: string, readonly function: { readonly name: string, readonly arguments: string } }[]
  readonly tool_call_id?: string
}

/** A call as it is sent: its arguments are text. */
export interface SentCall { readonly id: string, readonly name: string, readonly json: string }

type Body = Readonly<Record<string, unknown>>

export interface Wire {
  /** The messages of a request, as chat completions have them. */
  messages(body: Body): readonly ModelMessage[]
  /** Names of the offered tools. */
  tools(body: Body): readonly string[]
  /** The begin of a streamed answer, its text in it. */
  begin(model: string, text: string): string
  /** The rest of it. */
  end(model: string, text: string, calls: readonly SentCall[], finish: Finish): string
}

/** All text of a message's content, whichever form it has. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part: unknown) => typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string' ? part.text : '').join('')
}

function chunk(model: string, delta: object, finish: string | null): string {
  return `data: ${JSON.stringify({
    id: 'scripted', object: 'chat.completion.chunk', created: 0, model,
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...finish === null ? {} : { usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } },
  })}\n\n`
}

const chat: Wire = {
  messages: body => body.messages as readonly ModelMessage[],
  tools: body => ((body.tools ?? []) as readonly { readonly function: { readonly name: string } }[]).map(tool => tool.function.name),
  begin: (model, text) => chunk(model, { role: 'assistant', content: text }, null),
  end: (model, _text, calls, finish) => [
    ...calls.map(({ id, name, json }, index) => chunk(model, { tool_calls: [{ index, id, type: 'function', function: { name, arguments: json } }] }, null)),
    chunk(model, {}, finish), 'data: [DONE]\n\n',
  ].join(''),
}

interface Block {
  readonly type: string
  readonly text?: string
  readonly id?: string
  readonly name?: string
  readonly input?: unknown
  readonly tool_use_id?: string
  readonly content?: unknown
}

function event(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
}

/** One message of this wire holds the results of several calls and several messages of the user, a block each. */
function fromBlocks(role: string, blocks: readonly Block[]): readonly ModelMessage[] {
  if (role !== 'assistant') {
    return blocks.map(block => block.type === 'tool_result'
      ? { role: 'tool', tool_call_id: block.tool_use_id ?? '', content: textOf(block.content) }
      : { role, content: block.text ?? '' })
  }
  const calls = blocks.filter(block => block.type === 'tool_use')
    .map(block => ({ id: block.id ?? '', function: { name: block.name ?? '', arguments: JSON.stringify(block.input) } }))
  return [{ role, content: textOf(blocks), ...calls.length === 0 ? {} : { tool_calls: calls } }]
}

const STOP_REASON: Readonly<Record<Finish, string>> = { stop: 'end_turn', tool_calls: 'tool_use', length: 'max_tokens' }

const messages: Wire = {
  messages(body) {
    const told = body.messages as readonly { readonly role: string, readonly content: string | readonly Block[] }[]
    return [
      ...body.system === undefined ? [] : [{ role: 'system', content: body.system }],
      ...told.flatMap(({ role, content }) => typeof content === 'string' ? [{ role, content }] : fromBlocks(role, content)),
    ]
  },
  tools: body => ((body.tools ?? []) as readonly { readonly name: string }[]).map(tool => tool.name),
  begin: (model, text) => [
    event('message_start', { message: { id: 'scripted', type: 'message', role: 'assistant', model, content: [], usage: { input_tokens: 10, output_tokens: 0 } } }),
    ...text === '' ? [] : [
      event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
    ],
  ].join(''),
  end: (_model, text, calls, finish) => [
    ...text === '' ? [] : [event('content_block_stop', { index: 0 })],
    ...calls.flatMap(({ id, name, json }, n) => {
      const index = n + (text === '' ? 0 : 1)
      return [
        event('content_block_start', { index, content_block: { type: 'tool_use', id, name, input: {} } }),
        event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: json } }),
        event('content_block_stop', { index }),
      ]
    }),
    event('message_delta', { delta: { stop_reason: STOP_REASON[finish] }, usage: { output_tokens: 5 } }),
    event('message_stop', {}),
  ].join(''),
}

/** The wire of a request; null for one that asks for something else. */
export function wireOf(url: string | undefined): Wire | null {
  if (url?.endsWith('/chat/completions') === true) return chat
  return url?.endsWith('/messages') === true ? messages : null
}
