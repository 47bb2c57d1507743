import type { Context } from '@deepseek-ai/cordis'
import { describe, expect, it } from 'vitest'
import type { AgentBook } from '../../../src/host/agents.ts'
import { createModelPort } from '../../../src/host/ports/model.ts'
import type { ModelPort } from '../../../src/types.ts'
import { sessionAt } from '../../support/gate/gate-world.ts'

interface Request {
  readonly system?: string
  readonly messages: readonly { readonly role: string, readonly content: readonly { readonly text: string }[] }[]
  readonly reasoningEffort?: string
}
type Chunk = { readonly type: string } & Readonly<Record<string, unknown>>

const TEXT: readonly Chunk[] = [{ type: 'text-delta', text: 'yes' }, { type: 'finish', reason: { kind: 'stop' } }]
const failure = (message: string, status: number | undefined, code = 'INVALID_REQUEST'): readonly Chunk[] => [{ type: 'finish', reason: { kind: 'error', failure: { code, message, ...status === undefined ? {} : { status } } } }]

function port(answer: (request: Request) => readonly Chunk[]): { readonly requests: readonly Request[], readonly ask: (system?: string) => ReturnType<ModelPort['complete']> } {
  const requests: Request[] = []
  const service = {
    stream(request: Request) {
      requests.push(request)
      const chunks = answer(request)
      return (async function* () { yield* await Promise.resolve(chunks) })()
    },
  }
  const ctx = { get: (name: string) => name === 'llm' ? service : undefined } as unknown as Context
  const model = createModelPort(ctx, { byId: () => undefined } as unknown as AgentBook)
  return {
    requests,
    ask: (system = 'Judge.') => model.complete(sessionAt('/ws'), { provider: 'p', model: 'm', system, prompt: 'Is it?', maxTokens: 9, temperature: 0, signal: new AbortController().signal }),
  }
}

const textOf = (request: Request | undefined): string => request?.messages.map(message => message.content.map(block => block.text).join('')).join('|') ?? ''

describe('the system text of a one-shot call', () => {
  it('is sent as system text, apart from what is judged', async () => {
    const { requests, ask } = port(() => TEXT)
    expect(await ask()).toMatchObject({ kind: 'text', text: 'yes' })
    expect(requests).toMatchObject([{ system: 'Judge.' }])
    expect(textOf(requests[0])).toBe('Is it?')
  })

  it.each<[string, () => readonly Chunk[]]>([
    ['the model knows no such role', () => failure('System role not supported', 400)],
    ['the host takes no such option', () => { throw new TypeError('unknown option "system"') }],
  ])('leads the message where %s, at once on later calls', async (_name, refuse) => {
    const { requests, ask } = port(request => request.system === undefined ? TEXT : refuse())
    expect(await ask()).toMatchObject({ kind: 'text', text: 'yes' })
    expect(await ask()).toMatchObject({ kind: 'text', text: 'yes' })
    expect(requests.map(request => [request.system, textOf(request)])).toEqual([['Judge.', 'Is it?'], [undefined, 'Judge.\n\nIs it?'], [undefined, 'Judge.\n\nIs it?']])
  })

  it.each<[string, readonly Chunk[]]>([
    ['another fault', failure('no key', 401, 'AUTH')],
    ['a fault of the system behind it', failure('the system is overloaded', 503, 'SERVER')],
    ['a limit', failure('system message: too many requests', 429, 'RATE_LIMIT')],
  ])('stays what it is after %s', async (_name, chunks) => {
    const { requests, ask } = port(() => chunks)
    expect(await ask()).toMatchObject({ kind: 'failure' })
    expect(requests).toHaveLength(1)
  })

  it('that is empty is left out, and a model that has to think is asked as it is', async () => {
    const { requests, ask } = port(request => request.reasoningEffort === undefined ? TEXT : failure('effort', 400, 'UNSUPPORTED_REASONING_EFFORT'))
    expect(await ask('')).toMatchObject({ kind: 'text' })
    expect(requests.map(request => [request.system, request.reasoningEffort])).toEqual([[undefined, 'off'], [undefined, undefined]])
  })
})
