/** The human's command `/guard` in the host's command registry, where the profile has one. */
import type { Context } from '@deepseek-ai/cordis'
import type { CommandDefinition } from '@deepseek-ai/dsh-commands'
import { runGuardCommand } from '../surface/guard-command.ts'
import type { GuardCommandDeps } from '../surface/guard-verb.ts'
import type { SessionRef } from '../types.ts'
import type { AgentBook } from './agents.ts'

export const GUARD_COMMAND = 'guard'
/** Taken when another plugin has the plain name. */
export const GUARD_COMMAND_FALLBACK = 'shooty-guard'

export interface CommandParts {
  readonly agents: AgentBook
  deps(session: SessionRef): GuardCommandDeps
  /** Told the name under which it is there. */
  registered(name: string): void
}

/** The registry may come after this plugin, or not at all. */
export function mountGuardCommand(ctx: Context, parts: CommandParts): void {
  ctx.inject(['commands'], (inner) => {
    try {
      inner.commands.register(definition(GUARD_COMMAND, parts))
      parts.registered(GUARD_COMMAND)
    } catch {
      inner.commands.register(definition(GUARD_COMMAND_FALLBACK, parts))
      parts.registered(GUARD_COMMAND_FALLBACK)
    }
  })
}

function definition(name: string, parts: CommandParts): CommandDefinition {
  return {
    name,
    description: 'Show and switch the guards of this session',
    input: { hint: 'list | off <name> | on <name> | observe <name> | inline <code> | script <path> | get | clear | status | try <command> | reload | log | allow <code>' },
    async handler(invocation) {
      const session = parts.agents.identify(invocation.agent)
      const reply = await runGuardCommand(invocation.rawInput, session, parts.deps(session))
      return { kind: reply.ok ? 'success' : 'error', text: reply.text }
    },
  }
}
