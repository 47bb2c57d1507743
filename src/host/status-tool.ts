/** The tool `guard_status`: read-only, safe in parallel, never gated. Built without the host's own helpers. */
import type { Context } from '@deepseek-ai/cordis'
import type { ToolDefinition, ToolRunContext } from '@deepseek-ai/dsh-tools'
import { isJsonObject } from '../base/json.ts'
import { GuardError } from '../errors.ts'
import type { StatusData } from '../surface/status.ts'
import { statusText } from '../surface/status-text.ts'
import type { SessionRef } from '../types.ts'
import type { AgentBook } from './agents.ts'

export const STATUS_TOOL = 'guard_status'
/** Taken when another plugin has the plain name. */
export const STATUS_TOOL_FALLBACK = 'shooty_guard_status'

const ACTIONS = ['status', 'guards', 'targets', 'recent'] as const
type Action = typeof ACTIONS[number]
const DEFAULT_RECENT = 20

export interface StatusToolParts {
  readonly agents: AgentBook
  data(action: Action, session: SessionRef | null, options: { readonly path: string | null, readonly count: number }): Promise<StatusData>
}

/** @returns the name under which it is registered, and the disposer; null where the host has no place for it. */
export function registerStatusTool(ctx: Context, parts: StatusToolParts): { readonly name: string, dispose(): void } | null {
  try {
    return { name: STATUS_TOOL, dispose: ctx.tools.register(definition(STATUS_TOOL, parts)) }
  } catch {
    // A host that takes no tool from us still gets its guards; the check at load says that the tool is missing.
    if (typeof (ctx.tools as { readonly register?: unknown }).register !== 'function') return null
    return { name: STATUS_TOOL_FALLBACK, dispose: ctx.tools.register(definition(STATUS_TOOL_FALLBACK, parts)) }
  }
}

function definition(name: string, parts: StatusToolParts): ToolDefinition {
  return {
    name,
    description: 'Show the guards of this session and what they decided.',
    parameters: {
      type: 'object',
      properties: { action: { type: 'string', enum: [...ACTIONS] }, path: { type: 'string', description: 'for targets' } },
      additionalProperties: false,
    },
    output: {
      schema: {},
      render: (_args, value) => [{ type: 'text', text: statusText(value as unknown as StatusData) }],
    },
    isConcurrencySafe: () => true,
    async execute(args: unknown, exec: ToolRunContext) {
      const { action, path } = parseArguments(args)
      const session = exec.agent === undefined ? null : parts.agents.identify(exec.agent)
      return await parts.data(action, session, { path, count: DEFAULT_RECENT })
    },
  }
}

function parseArguments(args: unknown): { action: Action, path: string | null } {
  const given = isJsonObject(args) ? args : {}
  const action = ACTIONS.find(known => known === (given.action ?? 'status'))
  if (action === undefined) throw new GuardError('BAD_ARGUMENT', `action must be one of ${ACTIONS.join(', ')}`)
  return { action, path: typeof given.path === 'string' && given.path !== '' ? given.path : null }
}
