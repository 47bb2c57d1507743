/**
 * Which guards there are: gates, configured guards, guards that other plugins registered, those of the
 * session's skills, and its runtime guard. Owns the order; says who is there for a Point.
 */
import { GuardError } from '../errors.ts'
import type { GuardSettings, Point, PointGuard, SessionRef } from '../types.ts'
import { RUNTIME_GUARD } from './runtime-guard.ts'

export interface Roster {
  /** In the order in which they run. */
  at(point: Point, session: SessionRef | null): readonly PointGuard[]
  /** Every guard whatever its Point; with a session, those of its skills and its runtime guard too. */
  all(session: SessionRef | null): readonly PointGuard[]
  /** Whether any guard could run at this Point, in any session. */
  needed(point: Point): boolean
  /** Whether any script guard could run, in any session; gates apart. */
  scripted(): boolean
  /** @returns the disposer; twice is a no-op. @throws GuardError when the name is taken. */
  register(guard: PointGuard, settings: GuardSettings): () => void
  /** Settings of the script guards, registered ones included. */
  settings(): readonly GuardSettings[]
  onChange(listener: () => void): void
}

export interface RosterParts {
  /** Run before every script guard. */
  readonly first: readonly PointGuard[]
  readonly scripts: readonly { readonly guard: PointGuard, readonly settings: GuardSettings }[]
  /** Run after every script guard. */
  readonly last: readonly PointGuard[]
  /** Guards that the session's skills bring. Absent: none do. */
  skillGuards?(session: SessionRef): readonly PointGuard[]
  /** Whether some session has or had a skill with a guard for this Point. */
  skillGuardPossible?(point: Point): boolean
  /** The session's runtime guard, if the human set one. */
  runtimeGuard(session: SessionRef): PointGuard | null
  /** Whether some session may have a runtime guard, now or once it is resumed. */
  runtimeGuardPossible(): boolean
  /** Whether some session may have a guard on that the configuration has off. */
  switchedOn(name: string): boolean
}

const POINTS: readonly Point[] = ['start', 'command', 'result', 'stop', 'terminate']

export function createRoster(parts: RosterParts): Roster {
  const registered = new Map<PointGuard, GuardSettings>()
  const listeners: (() => void)[] = []
  const changed = (): void => { for (const listener of listeners) listener() }
  const fixed = (): PointGuard[] => [...parts.first, ...parts.scripts.map(entry => entry.guard), ...registered.keys(), ...parts.last]

  const all = (session: SessionRef | null): readonly PointGuard[] => {
    if (session === null) return fixed()
    const runtime = parts.runtimeGuard(session)
    return [
      ...parts.first, ...parts.scripts.map(entry => entry.guard), ...registered.keys(),
      ...parts.skillGuards?.(session) ?? [], ...runtime === null ? [] : [runtime], ...parts.last,
    ]
  }

  return {
    at: (point, session) => all(session).filter(guard => guard.points.includes(point)),
    all,
    needed: point => fixed().some(guard => guard.points.includes(point) && (guard.mode !== 'off' || parts.switchedOn(guard.name)))
      || (point === 'stop' && parts.runtimeGuardPossible()) || parts.skillGuardPossible?.(point) === true,
    scripted: () => parts.scripts.length > 0 || registered.size > 0 || parts.runtimeGuardPossible() || POINTS.some(point => parts.skillGuardPossible?.(point) === true),
    register(guard, settings) {
      if (guard.name === RUNTIME_GUARD || fixed().some(other => other.name === guard.name)) {
        throw new GuardError('CONFIG_INVALID', `a guard named "${guard.name}" is there already: give this one another name`)
      }
      registered.set(guard, settings)
      changed()
      let there = true
      return () => {
        if (!there) return
        there = false
        registered.delete(guard)
        changed()
      }
    },
    settings: () => [...parts.scripts.map(entry => entry.settings), ...registered.values()],
    onChange(listener) { listeners.push(listener) },
  }
}
