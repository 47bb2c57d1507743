/**
 * What a guard can ask about the call and the turn: `command.writes`, `command.shell`, `guard.turn`. Read
 * when a script touches them, once in a run: a guard that does not pays for nothing. Owns the laziness;
 * what the host answers is plain JSON and frozen here.
 */
import type { JsonObject, JsonValue } from '../types.ts'
import type { FacadeKit } from './facade-kit.ts'
import { freezePlain } from './freeze.ts'

/** The call as a script sees it; null at Points without one. */
export function createCommand(kit: FacadeKit): object | null {
  const { command } = kit.input
  if (command === null) return null
  const read = readOnce(kit, 'command.read')
  const { name, args, callId } = command
  const shown = { name, args, callId }
  defineLazy(shown, 'writes', kit, () => read()['writes'] ?? [])
  defineLazy(shown, 'shell', kit, () => read()['shell'] ?? null)
  return shown
}

/** Puts `turn` onto the object that becomes `vance.guard`. */
export function defineTurn(guard: object, kit: FacadeKit): void {
  defineLazy(guard, 'turn', kit, readOnce(kit, 'turn.read'))
}

function readOnce(kit: FacadeKit, method: string): () => JsonObject {
  let known: JsonObject | null = null
  return () => known ??= freezePlain(kit.channel.call(method, []) as JsonObject)
}

/**
 * Not enumerable: whoever lists, copies or prints the object asks for nothing, and freezing it does not
 * call the getter. The getter itself is frozen, so that a script cannot leave anything on it.
 */
function defineLazy(target: object, name: string, kit: FacadeKit, read: () => JsonValue): void {
  const exposed = kit.expose(read)
  Object.defineProperty(target, name, { get: Object.freeze(() => exposed()), enumerable: false, configurable: false })
}
