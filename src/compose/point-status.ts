/** Each Point for `guard_status`: active with the names that run there, idle without guards, or not active and why. */
import type { Roster } from '../point/roster.ts'
import type { AgentStates } from '../state/agent-state.ts'
import type { PointStatus } from '../surface/status.ts'
import type { Mode, Point, PointGuard, SessionRef } from '../types.ts'
import type { AnchorCheck } from '../host/anchors.ts'
import type { Mount } from '../host/mount.ts'

const POINTS: readonly Point[] = ['start', 'command', 'result', 'stop', 'terminate']

export interface PointStatusParts {
  readonly roster: Roster
  readonly mount: Mount
  readonly anchors: AnchorCheck
  readonly states: AgentStates
}

export function pointStatuses({ roster, mount, anchors, states }: PointStatusParts, session: SessionRef | null): PointStatus[] {
  // What the human switched in this session counts, not what the configuration says.
  const modeOf = (guard: PointGuard): Mode => session === null ? guard.mode : states.modeOf(session, guard.name, guard.mode)
  return POINTS.map((point) => {
    const names = roster.at(point, session).filter(guard => modeOf(guard) !== 'off').map(guard => guard.name)
    if (names.length === 0) return { point, active: false, detail: 'no guard' }
    const missing = anchors.missing(point)
    if (missing.length > 0) return { point, active: false, detail: `not active: this host has no ${missing.join(', ')}; guards here do not run: ${names.join(', ')}` }
    return mount.mounted(point)
      ? { point, active: true, detail: names.join(', ') }
      : { point, active: false, detail: `not active: nothing is registered on the host for ${names.join(', ')}` }
  })
}
