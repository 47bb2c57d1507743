/** Tool calls of guards: through the real pipeline, as the agent of the run, so that every other policy holds. */
import { randomUUID } from 'node:crypto'
import type { Context } from '@deepseek-ai/cordis'
import type { ToolExecutionInput } from '@deepseek-ai/dsh-tools'
import { GuardError } from '../../errors.ts'
import type { JsonValue, ToolSchemasPort, ToolsPort } from '../../types.ts'
import type { AgentBook } from '../agents.ts'

/** A registered tool as far as it is read here; another host may know less of it. */
interface Registered {
  readonly parameters?: JsonValue
  readonly output?: { readonly schema?: JsonValue }
}

export function createToolsPort(ctx: Context, agents: AgentBook): ToolsPort & ToolSchemasPort {
  const scopeOf = (sessionId: string): ReturnType<AgentBook['byId']> => agents.byId(sessionId)
  // A host without one of these has no tool to show.
  const registry = (): Partial<Pick<Context['tools'], 'schemas' | 'get'>> => ctx.tools
  return {
    list: session => (registry().schemas?.(scopeOf(session.sessionId)) ?? []).map(({ name, description }) => ({ name, description })),
    has: (session, name) => registry().get?.(name, scopeOf(session.sessionId)) !== undefined,
    schemas(session, name) {
      const tool = registry().get?.(name, session === null ? undefined : scopeOf(session.sessionId)) as Registered | undefined
      return tool === undefined ? null : { parameters: tool.parameters ?? null, output: tool.output?.schema ?? null }
    },
    async call(session, name, args, signal) {
      const agent = agents.byId(session.sessionId)
      if (agent === undefined) throw new GuardError('UNAVAILABLE', `tools.call: the session has no agent that could call "${name}"`)
      const callId = `shooty-${randomUUID()}` as ToolExecutionInput['callId']
      const result = await ctx.tools.execute({ callId, name, arguments: args, agent, signal })
      return {
        isError: result.isError,
        text: result.isError ? result.error.message : result.content.flatMap(block => block.type === 'text' ? [block.text] : []).join('\n'),
        value: result.isError ? null : result.value,
      }
    },
  }
}
