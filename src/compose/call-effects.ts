/** What a call ran and changed, for the record of a turn. */
import type { EffectReader } from '../gate/effects.ts'
import type { EffectsOf } from '../state/turn-log.ts'

/** UTF-16 units of an argument in the record of a turn. */
const MAX_SHOWN = 500

/** Without what only a judgment of the call needs. The function never rejects. */
export function createCallEffects(reader: EffectReader): EffectsOf {
  return async (command, session) => {
    const { commands, writes } = await reader.readCall(command, session)
    return {
      commands: commands.map(({ program, args }) => ({ program, args: args.map(arg => arg === null || arg.length <= MAX_SHOWN ? arg : `${arg.slice(0, MAX_SHOWN)}…`) })),
      writes: writes.map(({ path, inside, kind, via }) => ({ path, inside, kind, via })),
    }
  }
}
