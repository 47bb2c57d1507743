/**
 * What other plugins get: the service `ctx.shooty` and the event `shooty/decision`. Types are merged
 * into cordis, so that a plugin which imports this package's types sees both.
 */
import type { Context } from '@deepseek-ai/cordis'
import type { DecisionRecord } from '../types.ts'
import type { StatusData } from '../surface/status.ts'

export interface ShootyService {
  /**
   * Adds a guard, as an entry of `guard:` in the configuration (usually with `scriptBody`).
   * @returns the disposer; twice is a no-op.
   * @throws GuardError CONFIG_INVALID that names the key, e.g. for a name that is taken.
   */
  register(entry: Readonly<Record<string, unknown>>): () => void
  /** The data of `guard_status`. */
  snapshot(): StatusData
}

declare module '@deepseek-ai/cordis' {
  interface Context {
    shooty: ShootyService
  }
  interface Events {
    /**
     * One evaluation of one guard. All listeners are called at once and nobody waits for them; one that throws or rejects is contained.
     * @mode parallel
     */
    'shooty/decision'(decision: DecisionRecord): void
  }
}

/** What came of it: `scope` where the mount belongs to some agents only, `taken` where another mount was first. */
export type Provided = 'provided' | 'scope' | 'taken'

export function provideService(ctx: Context, service: ShootyService): Provided {
  // The host refuses a preset that publishes a service to everybody.
  if (isScoped(ctx) && sharesRootRealm(ctx)) return 'scope'
  try {
    ctx.provide('shooty', service)
    return 'provided'
  } catch {
    return 'taken'
  }
}

/** The host marks the context of an agent or a preset with its key, under a symbol that only it has; its description is all there is to go by. */
function isScoped(ctx: Context): boolean {
  for (let layer: unknown = ctx; typeof layer === 'object' && layer !== null; layer = Object.getPrototypeOf(layer)) {
    if (Object.getOwnPropertySymbols(layer).some(symbol => symbol.description === 'dsh.scope')) return true
  }
  return false
}

/** A row may isolate the name; what is provided there stays there. */
function sharesRootRealm(ctx: Context): boolean {
  const realmOf = (one: Context): unknown => (one as unknown as Record<symbol, Readonly<Record<string, unknown>> | undefined>)[ISOLATE]?.shooty
  return realmOf(ctx) === realmOf(ctx.root)
}

const ISOLATE = Symbol.for('cordis.isolate')
