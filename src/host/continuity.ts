/**
 * What outlives a re-mount of the row: a live edit of the configuration disposes the plugin and applies
 * it again, and the sessions that are under way keep their scratch, rounds, queues and toggles. Kept on
 * the host's root context, because it ends with the host and not with this module.
 */
import type { Context } from '@deepseek-ai/cordis'

interface Slot<T> {
  readonly kept: T
  mounted: boolean
}

/** Another build of this package may keep another shape, so the key carries a number. */
const KEPT = Symbol.for('dsh-shooty.kept.1')

export interface Claim<T> {
  /** Identifies this mount among those that are there; `shooty` for the usual one. */
  readonly key: string
  readonly kept: T
  release(): void
}

/**
 * Takes what an earlier mount of the same row left behind, or makes it anew. A second mount that is
 * there at the same time gets a key, and so a memory, of its own.
 */
export function claimKept<T>(ctx: Context, create: (key: string) => T): Claim<T> {
  const slots = slotsOf<T>(ctx)
  const base = rowId(ctx)
  let key = base
  for (let number = 2; slots.get(key)?.mounted === true; number += 1) key = `${base}-${number}`
  const slot = slots.get(key) ?? { kept: create(key), mounted: true }
  slot.mounted = true
  slots.set(key, slot)
  return { key, kept: slot.kept, release() { slot.mounted = false } }
}

function slotsOf<T>(ctx: Context): Map<string, Slot<T>> {
  const root = ctx.root as unknown as Record<symbol, Map<string, Slot<T>> | undefined>
  const known = root[KEPT]
  if (known !== undefined) return known
  const fresh = new Map<string, Slot<T>>()
  Object.defineProperty(root, KEPT, { value: fresh, enumerable: false, configurable: true })
  return fresh
}

/** Rows have ids; a plugin that is mounted by code has none. */
function rowId(ctx: Context): string {
  const fiber = ctx.fiber as unknown as { readonly entry?: { readonly options?: { readonly id?: unknown } } } | undefined
  const id = fiber?.entry?.options?.id
  return typeof id === 'string' && id !== '' ? id : 'shooty'
}
