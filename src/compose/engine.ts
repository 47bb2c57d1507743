/** The Points of one mount at work: recording, turns, the tool pipeline, and what is registered on the host for them. */
import { randomUUID } from 'node:crypto'
import type { Context } from '@deepseek-ai/cordis'
import type { Agent } from '@deepseek-ai/dsh-agent'
import { isJsonObject } from '../base/json.ts'
import { describeThrown } from '../errors.ts'
import type { Roster } from '../point/roster.ts'
import { activeNames, createSkillKeeper } from '../api/skills.ts'
import type { PointDeps } from '../point/run.ts'
import type { Trial } from '../point/trial.ts'
import type { Clock, CommandView, DecisionRecord, JsonValue, SessionRef, SkillsPort } from '../types.ts'
import { createAnchorCheck } from '../host/anchors.ts'
import type { AnchorCheck } from '../host/anchors.ts'
import { createFaultReport } from '../point/fault-report.ts'
import { createCallEffects } from './call-effects.ts'
import type { Kept } from './kept.ts'
import { createReentrance } from '../point/reentrance.ts'
import type { GuardSet } from './guard-set.ts'
import { createJudge } from '../point/judge.ts'
import { createCallers } from '../host/callers.ts'
import { signalOf } from '../host/exec-shape.ts'
import { createMount } from '../host/mount.ts'
import type { Mount } from '../host/mount.ts'
import { createToolEvents } from '../host/tool-events.ts'
import { turnOutcome } from '../host/turn-calls.ts'
import { SKILL_TOOL } from '../host/messages.ts'
import { createTurnBook } from '../host/turns.ts'

export interface Engine {
  readonly mount: Mount
  readonly anchors: AnchorCheck
  /** What this session's gates and guards would make of a call, which is not run. */
  readonly tryCall: (session: SessionRef, tool: string, args: JsonValue) => Promise<Trial>
}

export interface EngineParts {
  readonly ctx: Context
  readonly kept: Kept
  readonly guards: GuardSet
  readonly clock: Clock
  readonly skills: SkillsPort
  /** Calls that were refused, or put to the human, before they ran. */
  readonly refused: WeakSet<CommandView>
  /** One line for the human. */
  readonly report: (text: string) => void
  /** Said once, and shown in the status from then on. */
  readonly note: (key: string, text: string) => void
  /** Tools that no guard may keep from running. */
  readonly isExempt: (tool: string) => boolean
  /** Gets every decision after it was counted. */
  readonly audit: (decision: DecisionRecord) => void
}

export function createEngine(parts: EngineParts): Engine {
  const { ctx, kept, guards, clock, skills, refused, report, note, isExempt, audit } = parts
  const { roster } = guards
  const reentrance = createReentrance()
  const reportFault = createFaultReport(report)
  const effects = createCallEffects(guards.gates.effects)
  const points: PointDeps = {
    clock,
    modeOf: (input, guard) => input.hasAgent ? kept.states.modeOf(input.session, guard.name, guard.mode) : guard.mode,
    record(decision, position) {
      kept.metrics.record(decision, position)
      audit(decision)
      reportFault(decision)
      tell(ctx, note, decision)
    },
    refusals: {
      refused: (session, command, guard) => { kept.refusals.refused(session, command, guard) },
      take(session, command) {
        const guard = kept.refusals.take(session, command)
        if (guard !== null) kept.counters.add('allowedOnce')
        return guard
      },
    },
    evaluated: (outcomes) => { kept.metrics.evaluated(outcomes) },
    enter: (input, body) => reentrance.enter(input.session.sessionId, body),
  }
  const anchors = createAnchorCheck(ctx)
  const seen = (event: string, agent?: Agent): void => {
    anchors.seen(event)
    if (agent !== undefined && anchors.driver(agent)) tellMissing(note, roster, anchors)
  }
  const judge = createJudge({ roster, points, states: kept.states })
  const callers = createCallers(kept.agents, () => `no-agent-${randomUUID()}`)
  const turns = createTurnBook({
    judge: () => judge, callers, agents: kept.agents, states: kept.states, delivery: kept.delivery, memory: kept.turns, report,
    begun: (session) => { if (roster.scripted()) kept.turnLog.begin(session) },
    seen, works: point => anchors.missing(point).length === 0,
    needed: point => roster.needed(point), note,
    restoreSkills: createSkillKeeper(skills, kept.states, report),
    joinSkills: (session, names) => guards.skills.activated(session, [...new Set([...names, ...activeNames(kept.states.of(session).activated)])]),
  })
  const tools = createToolEvents(ctx, {
    judge, callers, turns, reentrance, clock, report, isExempt, refused,
    agents: kept.agents, states: kept.states, delivery: kept.delivery,
    seen, guardsOn: agent => guardsOn(kept, roster, agent),
    resultNeeded: () => roster.needed('result'),
    ended(exec, command, result) {
      if (exec.agent !== undefined && command.name === SKILL_TOOL && !result.isError) {
        void guards.skills.activated(kept.agents.see(exec.agent), skillName(command))
      }
      // Only scripts ask what a turn did.
      if (exec.agent === undefined || !roster.scripted()) return
      const session = kept.agents.see(exec.agent)
      const outcome = turnOutcome(command, { refused: refused.has(command), cancelled: signalOf(exec).aborted, isError: result.isError, text: result.text })
      kept.turnLog.record(session, { command, outcome, isError: result.isError, ms: result.durationMs, effects: effects(command, session) })
    },
  })
  const mount = createMount(ctx, { roster, tools, turns })
  const tryCall = (session: SessionRef, tool: string, args: JsonValue): Promise<Trial> => {
    const agent = kept.agents.byId(session.sessionId)
    // Before its first turn a session has no agent that is known, and nothing was said in it.
    const caller = agent === undefined ? { session, hasAgent: true, call: null, inputs: () => ({ first: '', last: '' }), finalText: () => '' } : callers(agent)
    return judge.trial(caller, { name: tool, args, callId: `try-${randomUUID()}` }, new AbortController().signal)
  }
  return { mount, anchors, tryCall }
}

function skillName({ args }: CommandView): readonly string[] {
  return isJsonObject(args) && typeof args.name === 'string' ? [args.name] : []
}

/** What an agent of this host lacks is known when the first one is met; a Point that cannot work is told then, and shown from then on. */
function tellMissing(note: EngineParts['note'], roster: Roster, anchors: AnchorCheck): void {
  for (const point of ['start', 'command', 'result', 'stop', 'terminate'] as const) {
    const missing = anchors.missing(point)
    if (missing.length > 0 && roster.needed(point)) note(`anchor ${point}`, `${point} is NOT ACTIVE: this host has no ${missing.join(', ')}; its guards do not run`)
  }
}

/** Where not even that can be found out, the configuration says. */
function guardsOn(kept: Kept, roster: Roster, agent: Agent | undefined): boolean {
  try {
    if (agent === undefined) return roster.needed('command')
    const session = kept.agents.see(agent)
    return roster.at('command', session).some(guard => kept.states.modeOf(session, guard.name, guard.mode) !== 'off')
  } catch {
    return roster.needed('command')
  }
}

/**
 * Other plugins' listeners must not undo a decision by throwing, nor keep it from each other. All are
 * called before this returns; nobody waits for what they promise.
 */
function tell(ctx: Context, note: EngineParts['note'], decision: DecisionRecord): void {
  ctx.parallel('shooty/decision', decision).catch((error: unknown) => {
    const first: unknown = error instanceof AggregateError ? error.errors[0] : error
    note('decision-listener', `a listener of shooty/decision threw: ${describeThrown(first)}`)
  })
}
