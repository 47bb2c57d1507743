/** What guards may ask of calls and turns, over the reader that the gates use and the host's own history. */
import type { KnowledgeDeps } from '../api/knowledge.ts'
import type { EffectReader } from '../gate/effects.ts'
import { isShellTool } from '../gate/tool-writes.ts'
import { turnView } from '../host/turn-view.ts'
import type { CallEffects } from '../state/turn-log.ts'
import type { CommandView, SessionRef } from '../types.ts'
import type { Core } from './core.ts'

export function createKnowledge({ ctx, kept }: Pick<Core, 'ctx' | 'kept'>, reader: EffectReader): KnowledgeDeps {
  return {
    reading: (command, session) => reader.readCall(command, session),
    isShell: command => isShellTool(command.name),
    turn: session => turnView({ ctx, agents: kept.agents, log: kept.turnLog, effects: (command, of) => callEffects(reader, command, of) }, session),
  }
}

/** What a call ran and changed, without what only a judgment of the call needs. Never rejects. */
export async function callEffects(reader: EffectReader, command: CommandView, session: SessionRef): Promise<CallEffects> {
  const { commands, writes } = await reader.readCall(command, session)
  return {
    commands: commands.map(({ program, args }) => ({ program, args: args.map(arg => arg === null || arg.length <= MAX_SHOWN ? arg : `${arg.slice(0, MAX_SHOWN)}…`) })),
    writes: writes.map(({ path, inside, kind, via }) => ({ path, inside, kind, via })),
  }
}

/** UTF-16 units of an argument in the record of a turn. */
const MAX_SHOWN = 500
