/**
 * Whether some session has a runtime guard, or has a guard on that the configuration has off: what the
 * sessions on disk ask for when they are resumed, and what the human has set since.
 */
import type { AgentStates } from '../state/agent-state.ts'
import type { Survey } from '../state/session-file.ts'
import type { SessionRef } from '../types.ts'

export interface SessionSwitches {
  anyRuntimeGuard(): boolean
  anySwitchedOn(guard: string): boolean
  /** The human set or switched something in this session. */
  changed(session: SessionRef, states: AgentStates): void
}

export function createSessionSwitches(onDisk: Survey): SessionSwitches {
  const runtime = new Set<string>()
  const on = new Map<string, ReadonlySet<string>>()
  return {
    anyRuntimeGuard: () => onDisk.runtimeGuard || runtime.size > 0,
    anySwitchedOn: guard => onDisk.switchedOn.has(guard) || [...on.values()].some(names => names.has(guard)),
    changed(session, states) {
      const root = states.rootOf(session)
      if (root.runtimeGuard === null) runtime.delete(session.rootSessionId)
      else runtime.add(session.rootSessionId)
      on.set(session.rootSessionId, new Set([...root.toggles].flatMap(([name, mode]) => mode === 'off' ? [] : [name])))
    },
  }
}
