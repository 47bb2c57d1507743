/**
 * One-shot model calls for judges: the session's own route unless another is named, no tools, nothing
 * in the session's history. The host reports failures as a finish chunk; they come back as data.
 */
import { randomUUID } from 'node:crypto'
import type { Context } from '@deepseek-ai/cordis'
import { describeThrown } from '../../errors.ts'
import type { ModelPort } from '../../types.ts'
import type { AgentBook } from '../agents.ts'

interface Chunk {
  readonly type: string
  readonly text?: string
  readonly usage?: { readonly inputTokens?: number, readonly outputTokens?: number }
  readonly reason?: { readonly kind: string, readonly failure?: { readonly code?: string, readonly message?: string, readonly status?: number } }
}
interface Route { readonly provider: string, readonly model: string }
interface ModelService { stream(request: Readonly<Record<string, unknown>>): AsyncIterable<Chunk> }

/** Bytes of an answer that are kept; a judge answers in a few lines. */
const MAX_ANSWER = 262_144

const UNSUPPORTED_EFFORT = 'UNSUPPORTED_REASONING_EFFORT'
/** How the host tells of an answer without content; it is an answer all the same, and asked for again. */
const EMPTY_ANSWER = 'EMPTY_RESPONSE'

export function createModelPort(ctx: Context, agents: AgentBook): ModelPort {
  const routeOf = (sessionId: string): Route | null => {
    const agent = agents.byId(sessionId)
    const header = agent?.session.requestHeader() as { readonly config?: Partial<Route> } | undefined
    const configured = header?.config ?? agent?.options
    if (typeof configured?.provider === 'string' && typeof configured.model === 'string') return configured as Route
    const fallback = ctx.get('agentDefaultModel') as { currentSelection?(): Partial<Route> | undefined } | undefined
    const selected = fallback?.currentSelection?.()
    return typeof selected?.provider === 'string' && typeof selected.model === 'string' ? selected as Route : null
  }

  return {
    async complete(session, request) {
      const service = ctx.get('llm') as ModelService | undefined
      const own = routeOf(session.sessionId)
      const provider = request.provider ?? own?.provider
      const model = request.model ?? own?.model
      if (service === undefined || provider === undefined || model === undefined) {
        return { kind: 'failure', code: 'NO_ROUTE', message: 'no model is known for this session: set llm.provider and llm.model', status: null }
      }
      const ask = (effort: { readonly reasoningEffort?: string }): ReturnType<ModelPort['complete']> => collect(service.stream({
        provider, model, ...effort,
        // Newer hosts may not take a system text on a call built by hand, so it leads the message.
        messages: [{
          id: randomUUID(), role: 'user', source: { kind: 'shooty' },
          content: [{ type: 'text', text: request.system === '' ? request.prompt : `${request.system}\n\n${request.prompt}` }],
        }],
        temperature: request.temperature, maxTokens: request.maxTokens, signal: request.signal,
      }), request.signal)
      try {
        // Thinking would use up the few tokens of the answer; a model that cannot go without is asked as it is.
        const answer = await ask({ reasoningEffort: 'off' })
        return answer.kind === 'failure' && answer.code === UNSUPPORTED_EFFORT ? await ask({}) : answer
      } catch (error) {
        if (codeOf(error) === UNSUPPORTED_EFFORT && !request.signal.aborted) return await ask({}).catch((again: unknown) => thrown(again, request.signal))
        return thrown(error, request.signal)
      }
    },
  }
}

async function collect(stream: AsyncIterable<Chunk>, signal: AbortSignal): ReturnType<ModelPort['complete']> {
  let text = ''
  let inputTokens: number | null = null
  let outputTokens: number | null = null
  let finish: Chunk['reason']
  for await (const chunk of stream) {
    if (signal.aborted) return { kind: 'failure', code: 'ABORTED', message: 'the call was cancelled', status: null }
    if (chunk.type === 'text-delta' && text.length < MAX_ANSWER) text += chunk.text ?? ''
    if (chunk.type === 'usage') {
      inputTokens = chunk.usage?.inputTokens ?? inputTokens
      outputTokens = chunk.usage?.outputTokens ?? outputTokens
    }
    if (chunk.type === 'finish') finish = chunk.reason
  }
  if (finish?.kind === 'error' && finish.failure?.code === EMPTY_ANSWER) return { kind: 'text', text: '', truncated: false, inputTokens, outputTokens }
  if (finish?.kind === 'error' || finish?.kind === 'aborted') {
    const { code = 'ERROR', message = 'the model call failed', status = null } = finish.failure ?? {}
    return { kind: 'failure', code: finish.kind === 'aborted' ? 'ABORTED' : code, message, status }
  }
  return { kind: 'text', text, truncated: finish?.kind === 'max-tokens', inputTokens, outputTokens }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}

function thrown(error: unknown, signal: AbortSignal): Awaited<ReturnType<ModelPort['complete']>> {
  return { kind: 'failure', code: signal.aborted ? 'ABORTED' : 'THROWN', message: describeThrown(error), status: null }
}
