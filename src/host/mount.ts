/**
 * Registers on the host exactly what the guards that exist need, and takes it back when they are gone:
 * a Point without guards has no listener. Owns the disposers.
 */
import type { Context } from '@deepseek-ai/cordis'
import type { Roster } from '../point/roster.ts'
import type { Point } from '../types.ts'
import type { ToolEvents } from './tool-events.ts'
import type { TurnBook } from './turns.ts'

export interface MountParts {
  readonly roster: Roster
  readonly tools: ToolEvents
  readonly turns: TurnBook
}

export interface Mount {
  /** Brings what is registered in line with the guards that there are now. */
  reconcile(): void
  mounted(point: Point): boolean
  dispose(): void
}

type Group = 'session' | 'start' | 'command' | 'result' | 'outcome' | 'stop'

const POINTS: readonly Point[] = ['start', 'command', 'result', 'stop', 'terminate']

export function createMount(ctx: Context, parts: MountParts): Mount {
  const mounted = new Map<Group, readonly (() => void)[]>()

  const register: Readonly<Record<Group, () => (() => void)[]>> = {
    session: () => parts.turns.mountSession(ctx),
    start: () => parts.turns.mountStart(ctx),
    command: () => parts.tools.mountCommand(ctx),
    result: () => parts.tools.mountResult(ctx),
    outcome: () => parts.tools.mountOutcome(ctx),
    stop: () => parts.turns.mountStop(ctx),
  }

  const wanted = (): ReadonlySet<Group> => {
    const needed = new Set(POINTS.filter(point => parts.roster.needed(point)))
    const stop = needed.has('stop') || needed.has('terminate')
    const calls = needed.has('command') || needed.has('result')
    return new Set<Group>([
      ...needed.size > 0 ? ['session' as const] : [],
      ...needed.has('start') ? ['start' as const] : [],
      ...needed.has('command') ? ['command' as const] : [],
      // What a COMMAND guard says rides on the call that it judged, so its notices need this one too.
      ...calls ? ['result' as const] : [],
      ...calls || stop ? ['outcome' as const] : [],
      ...stop ? ['stop' as const] : [],
    ])
  }

  const unmount = (group: Group): void => {
    for (const dispose of mounted.get(group) ?? []) dispose()
    mounted.delete(group)
  }

  return {
    reconcile() {
      const groups = wanted()
      for (const group of [...mounted.keys()]) if (!groups.has(group)) unmount(group)
      for (const group of groups) if (!mounted.has(group)) mounted.set(group, register[group]())
    },
    mounted: point => mounted.has(point === 'terminate' ? 'stop' : point) && parts.roster.needed(point),
    dispose() {
      for (const group of [...mounted.keys()]) unmount(group)
    },
  }
}
