/**
 * One-shot model calls for judges: the session's own route unless another is named, no tools, nothing
 * in the session's history. The host reports failures as a finish chunk; they come back as data.
 */
import { randomUUID } from 'node:crypto'
import type { Context } from '@deepseek-ai/cordis'
import { LRUCache } from 'lru-cache'
import { describeThrown } from '../../errors.ts'
import type { ModelPort } from '../../types.ts'
import type { AgentBook } from '../agents.ts'
import { requestHeaderOf } from '../shapes.ts'

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

const MAX_ROUTES = 64
const UNSUPPORTED_EFFORT = 'UNSUPPORTED_REASONING_EFFORT'
/** How the host tells of an answer without content; it is an answer all the same, and asked for again. */
const EMPTY_ANSWER = 'EMPTY_RESPONSE'

export function createModelPort(ctx: Context, agents: AgentBook): ModelPort {
  const routeOf = (sessionId: string): Route | null => {
    const agent = agents.byId(sessionId)
    const header = agent === undefined ? undefined : requestHeaderOf(agent) as { readonly config?: Partial<Route> } | undefined
    const configured = header?.config ?? (agent as { readonly options?: Partial<Route> } | undefined)?.options
    if (typeof configured?.provider === 'string' && typeof configured.model === 'string') return configured as Route
    const fallback = ctx.get('agentDefaultModel') as { currentSelection?(): Partial<Route> | undefined } | undefined
    const selected = fallback?.currentSelection?.()
    return typeof selected?.provider === 'string' && typeof selected.model === 'string' ? selected as Route : null
  }

  /** Routes that do not take a system text; it leads the message there. */
  const plain = new LRUCache<string, true>({ max: MAX_ROUTES })

  return {
    async complete(session, request) {
      const service = ctx.get('llm') as ModelService | undefined
      const own = routeOf(session.sessionId)
      const provider = request.provider ?? own?.provider
      const model = request.model ?? own?.model
      if (typeof service?.stream !== 'function' || provider === undefined || model === undefined) {
        return { kind: 'failure', code: 'NO_ROUTE', message: 'no model is known for this session: set llm.provider and llm.model', status: null }
      }
      const route = `${provider}\n${model}`
      const ask = async (effort: { readonly reasoningEffort?: string }): ReturnType<ModelPort['complete']> => {
        const apart = request.system !== '' && !plain.has(route)
        return await collect(service.stream({
          provider, model, ...effort, ...apart ? { system: request.system } : {},
          messages: [{
            id: randomUUID(), role: 'user', source: { kind: 'shooty' },
            content: [{ type: 'text', text: apart || request.system === '' ? request.prompt : `${request.system}\n\n${request.prompt}` }],
          }],
          temperature: request.temperature, maxTokens: request.maxTokens, signal: request.signal,
        }), request.signal)
      }
      const attempt = (effort: { readonly reasoningEffort?: string }): ReturnType<ModelPort['complete']> => ask(effort).catch((error: unknown) => thrown(error, request.signal))
      // Thinking would use up the few tokens of the answer; a model that cannot go without is asked as it is.
      let effort: { readonly reasoningEffort?: string } = { reasoningEffort: 'off' }
      let answer = await attempt(effort)
      if (answer.kind === 'failure' && answer.code === UNSUPPORTED_EFFORT && !request.signal.aborted) answer = await attempt(effort = {})
      if (answer.kind === 'failure' && refusesSystem(answer) && !plain.has(route) && !request.signal.aborted) {
        plain.set(route, true)
        answer = await attempt(effort)
      }
      return answer
    },
  }
}

/** Some models know no system text, and a host could stop taking one on calls built by hand: both say so. */
function refusesSystem({ message, status }: { readonly message: string, readonly status: number | null }): boolean {
  return (status === null || status === 400 || status === 422) && /\bsystem\b/i.test(message) && /\b(?:role|prompt|messages?|texts?|instructions?|options?|fields?|parameters?)\b/i.test(message)
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

function thrown(error: unknown, signal: AbortSignal): Awaited<ReturnType<ModelPort['complete']>> {
  const unsupported = error instanceof Error && 'code' in error && error.code === UNSUPPORTED_EFFORT
  return { kind: 'failure', code: signal.aborted ? 'ABORTED' : unsupported ? UNSUPPORTED_EFFORT : 'THROWN', message: describeThrown(error), status: null }
}
