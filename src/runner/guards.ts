/**
 * The guards that this runner knows: each compiled once, in a frozen compartment of its own, so that no
 * two can see each other and none can leave anything for its own next run.
 */
import type { HostFrame } from '../protocol.ts'
import { createDate, createMath, keepPlainGlobals } from './globals.ts'
import type { Realm } from './lockdown.ts'

export type LoadFrame = Extract<HostFrame, { t: 'load' }>

export type LoadedGuard =
  | {
    readonly state: 'ready'
    readonly evaluate: (vance: object) => unknown
    readonly isAsync: boolean
    readonly maxSteps: number
    /** How frames of this guard's own text are marked in a stack. */
    readonly sourceName: string
  }
  | { readonly state: 'broken', readonly error: unknown, readonly sourceName: string }

export interface GuardLoader {
  load(frame: LoadFrame): LoadedGuard
}

/**
 * @param now the moment that guards get from `Date`.
 * @param extra further globals, for a test that needs a way out of the compartment.
 */
export function createGuardLoader(realm: Realm, tick: () => void, now: () => number, extra: object): GuardLoader {
  // One of each for all guards: they are frozen and keep nothing.
  const shared = realm.harden({ Math: createMath(), Date: createDate(now), __vance_tick: tick })
  return {
    load(frame) {
      const sourceName = `guard-${frame.name.replace(/[^\w.-]/g, '_')}.js`
      try {
        const compartment = realm.createCompartment(frame.name, {})
        keepPlainGlobals(compartment.globalThis)
        Object.assign(compartment.globalThis, shared, extra)
        realm.harden(compartment.globalThis)
        // Last, so that it wins over a mark that the guard's text brings along.
        const evaluate = compartment.evaluate(`${frame.code}\n//# sourceURL=${sourceName}`) as (vance: object) => unknown
        return { state: 'ready', evaluate, isAsync: frame.isAsync, maxSteps: frame.maxSteps, sourceName }
      } catch (error) {
        return { state: 'broken', error, sourceName }
      }
    },
  }
}
