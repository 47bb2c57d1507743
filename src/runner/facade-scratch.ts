/**
 * `loopValues` and `sessionValues`. The loop store comes with the run (or is fetched once when it is too
 * large for that); own writes are applied to the copy here and told to the host. The session store is
 * shared with subagents that run at the same time, so each access asks the host.
 */
import { GuardError } from '../errors.ts'
import { MAX_SCRIPT_JSON } from '../protocol.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { jsonOf, keyOf } from './arguments.ts'
import type { FacadeKit } from './facade-kit.ts'

export interface ScratchFacade {
  get(key?: unknown): JsonValue | undefined
  set(key: unknown, value: unknown): void
  has(key: unknown): boolean
  /** Whether there was such a value. */
  remove(key: unknown): boolean
}

export function createLoopValues({ input, channel, expose }: FacadeKit): ScratchFacade {
  let store: LoopStore | null = null
  const opened = (): LoopStore => store ??= createLoopStore(input.loopScratch ?? channel.call('scratch.loop.fetch', []))
  return {
    get: expose(key => key === undefined ? opened().all() : opened().get(keyOf(key))),
    has: expose(key => opened().has(keyOf(key))),
    set: expose((key, value) => {
      const name = keyOf(key)
      const json = jsonOf('the value', value)
      const { commit } = opened().prepare(name, json)
      channel.tell('scratch.loop.set', [name, json])
      commit()
    }),
    remove: expose((key) => {
      const name = keyOf(key)
      if (!opened().has(name)) return false
      channel.tell('scratch.loop.remove', [name])
      return opened().remove(name)
    }),
  }
}

export function createSessionValues({ channel, expose }: FacadeKit): ScratchFacade {
  const has = (key: string): boolean => channel.call('scratch.session.has', [key]) === true
  return {
    get: expose((key) => {
      if (key === undefined) return channel.call('scratch.session.get', [null])
      const name = keyOf(key)
      const value = channel.call('scratch.session.get', [name])
      // null is what the host answers for a missing value too; undefined is what a script expects then.
      return value === null && !has(name) ? undefined : value
    }),
    has: expose(key => has(keyOf(key))),
    set: expose((key, value) => { channel.call('scratch.session.set', [keyOf(key), jsonOf('the value', value)]) }),
    remove: expose(key => channel.call('scratch.session.remove', [keyOf(key)]) === true),
  }
}

interface LoopStore {
  get(key: string): JsonValue | undefined
  all(): JsonObject
  has(key: string): boolean
  remove(key: string): boolean
  /** Checks the size first; nothing is changed before `commit`. @throws GuardError TOO_LARGE. */
  prepare(key: string, value: JsonValue): { readonly commit: () => void }
}

/** Values are kept as text: every reader gets a copy of its own, and the size is known. */
function createLoopStore(initial: JsonValue): LoopStore {
  const texts = new Map<string, string>()
  let bytes = 0
  // `"key":value,` for each; the braces are one byte more than the comma that is counted too many.
  const sizeOf = (key: string, text: string): number => Buffer.byteLength(JSON.stringify(key)) + Buffer.byteLength(text) + 2
  const put = (key: string, text: string): void => {
    drop(key)
    texts.set(key, text)
    bytes += sizeOf(key, text)
  }
  const drop = (key: string): boolean => {
    const text = texts.get(key)
    if (text === undefined) return false
    bytes -= sizeOf(key, text)
    return texts.delete(key)
  }
  for (const [key, value] of Object.entries(initial as JsonObject)) put(key, JSON.stringify(value))

  return {
    get: (key) => {
      const text = texts.get(key)
      return text === undefined ? undefined : JSON.parse(text) as JsonValue
    },
    all: () => JSON.parse(`{${[...texts].map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`) as JsonObject,
    has: key => texts.has(key),
    remove: drop,
    prepare(key, value) {
      const text = JSON.stringify(value)
      const old = texts.get(key)
      const after = bytes - (old === undefined ? 0 : sizeOf(key, old)) + sizeOf(key, text) + 1
      if (after > MAX_SCRIPT_JSON) throw new GuardError('TOO_LARGE', `the store would take ${after} bytes of JSON, at most ${MAX_SCRIPT_JSON} are allowed; remove a value first`)
      return { commit: () => { put(key, text) } }
    },
  }
}
