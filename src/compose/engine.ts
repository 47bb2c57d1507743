/** The Points of one mount at work: recording, turns, the tool pipeline, and what is registered on the host for them. */
import { randomUUID } from 'node:crypto'
import { describeThrown } from '../errors.ts'
import type { PointDeps } from '../point/run.ts'
import type { DecisionRecord } from '../types.ts'
import { createAnchorCheck } from '../host/anchors.ts'
import type { AnchorCheck } from '../host/anchors.ts'
import type { Core } from './core.ts'
import { createFaultReport } from '../point/fault-report.ts'
import { callEffects } from './knowledge.ts'
import type { GuardSet } from './guard-set.ts'
import { createJudge } from '../point/judge.ts'
import { createCallers } from '../host/callers.ts'
import { createMount } from '../host/mount.ts'
import type { Mount } from '../host/mount.ts'
import { createToolEvents } from '../host/tool-events.ts'
import { turnOutcome } from '../host/turn-calls.ts'
import { createTurnBook } from '../host/turns.ts'

export interface Engine {
  readonly mount: Mount
  readonly anchors: AnchorCheck
}

/**
 * @param isExempt tools that no guard may keep from running.
 * @param audit gets every decision after it was counted.
 */
export function createEngine(core: Core, guards: GuardSet, isExempt: (tool: string) => boolean, audit: (decision: DecisionRecord) => void): Engine {
  const { ctx, kept, clock, report, reentrance } = core
  const { roster } = guards
  const reportFault = createFaultReport((text) => { core.report(text) })
  const points: PointDeps = {
    clock,
    modeOf: (input, guard) => input.hasAgent ? kept.states.modeOf(input.session, guard.name, guard.mode) : guard.mode,
    record(decision, position) {
      kept.metrics.record(decision, position)
      audit(decision)
      reportFault(decision)
      tell(core, decision)
    },
    enter: (input, body) => reentrance.enter(input.session.sessionId, body),
  }
  const judge = createJudge({ roster, points, states: kept.states })
  const callers = createCallers(kept.agents, () => `no-agent-${randomUUID()}`)
  const turns = createTurnBook({
    judge: () => judge, callers, agents: kept.agents, states: kept.states, delivery: kept.delivery, memory: kept.turns, report,
    begun: (session) => { if (roster.scripted()) kept.turnLog.begin(session) },
    needed: point => roster.needed(point), note: (key, text) => { core.note(key, text) },
  })
  const tools = createToolEvents(ctx, {
    judge, callers, turns, reentrance, clock, report, isExempt, refused: core.refused,
    agents: kept.agents, states: kept.states, delivery: kept.delivery,
    resultNeeded: () => roster.needed('result'),
    ended(exec, command, result) {
      // Only scripts ask what a turn did.
      if (exec.agent === undefined || !roster.scripted()) return
      const session = kept.agents.see(exec.agent)
      const outcome = turnOutcome(command, { refused: core.refused.has(command), cancelled: exec.signal.aborted, isError: result.isError, text: result.text })
      kept.turnLog.record(session, { command, outcome, isError: result.isError, ms: result.durationMs, effects: callEffects(guards.gates.effects, command, session) })
    },
  })
  const mount = createMount(ctx, { roster, tools, turns })
  return { mount, anchors: createAnchorCheck(ctx) }
}

/**
 * Other plugins' listeners must not undo a decision by throwing, nor keep it from each other. All are
 * called before this returns; nobody waits for what they promise.
 */
function tell(core: Core, decision: DecisionRecord): void {
  core.ctx.parallel('shooty/decision', decision).catch((error: unknown) => {
    const first: unknown = error instanceof AggregateError ? error.errors[0] : error
    core.note('decision-listener', `a listener of shooty/decision threw: ${describeThrown(first)}`)
  })
}
