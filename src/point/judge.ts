/**
 * The one place where a call or a turn meets the guards: builds the input of a Point, runs its guards,
 * queues what they say. Calls that run side by side are judged side by side. Knows the host through `Caller` alone.
 */
import type { AgentStates } from '../state/agent-state.ts'
import type { CommandVerdict, CommandView, Point, PointInput, ResultView, SessionRef } from '../types.ts'
import { judgeCommand } from './command.ts'
import { judgeResult } from './result.ts'
import type { ResultVerdict } from './result.ts'
import type { Roster } from './roster.ts'
import type { PointDeps } from './run.ts'
import { tryCommand } from './trial.ts'
import type { Trial } from './trial.ts'
import { judgeStart } from './start.ts'
import { judgeStop } from './stop.ts'

/** Who makes a call or ends a turn. What was said is read only where it is needed. */
export interface Caller {
  readonly session: SessionRef
  /** False for a call without an agent. */
  readonly hasAgent: boolean
  /** The call that notices of this run are about; null outside calls. */
  readonly call: string | null
  /** First and last input of the user in the history; '' where there is none. */
  inputs(): { readonly first: string, readonly last: string }
  /** Text of the model's last answer; '' where there is none. */
  finalText(): string
}

export interface JudgeParts {
  readonly roster: Roster
  readonly points: PointDeps
  readonly states: AgentStates
}

export interface Judge {
  command(caller: Caller, command: CommandView, signal: AbortSignal): Promise<CommandVerdict>
  result(caller: Caller, command: CommandView, result: ResultView, signal: AbortSignal): Promise<ResultChange>
  start(caller: Caller, request: string, signal: AbortSignal): Promise<void>
  stop(caller: Caller, point: 'stop' | 'terminate', signal: AbortSignal): Promise<void>
  /** What would become of a call that nobody makes. */
  trial(caller: Caller, command: CommandView, signal: AbortSignal): Promise<Trial>
}

/** What becomes of a result. */
export type ResultChange = Pick<ResultVerdict, 'feedback' | 'replacement'>

export const UNCHANGED: ResultChange = { feedback: null, replacement: null }

type Said = readonly { readonly guard: string, readonly text: string }[]

export function createJudge(parts: JudgeParts): Judge {
  const inputOf = (caller: Caller, point: Point): PointInput => ({
    point, session: caller.session, hasAgent: caller.hasAgent,
    ...caller.hasAgent ? conversation(parts.states, caller) : { task: '', request: '', round: 0 },
    output: '', naturalStop: false, command: null, result: null,
  })
  const say = ({ hasAgent, session, call }: Caller, said: Said): void => {
    if (!hasAgent) return
    const queue = parts.states.of(session).notices
    for (const notice of said) queue.add(notice.guard, notice.text, call ?? undefined)
  }

  return {
    async command(caller, command, signal) {
      const input = { ...inputOf(caller, 'command'), command }
      const guards = parts.roster.at('command', input.session)
      const { verdict, notices } = await judgeCommand(parts.points, guards, input, signal)
      say(caller, notices)
      return verdict
    },
    async result(caller, command, result, signal) {
      const input = { ...inputOf(caller, 'result'), command, result }
      const guards = parts.roster.at('result', input.session)
      const verdict = await judgeResult(parts.points, guards, input, signal)
      say(caller, verdict.notices)
      return verdict
    },
    async start(caller, request, signal) {
      const input = { ...inputOf(caller, 'start'), task: request, request }
      const verdict = await judgeStart(parts.points, parts.roster.at('start', input.session), input, signal)
      if (verdict.prompt !== null) parts.states.of(input.session).turnPrompt = verdict.prompt
      say(caller, verdict.notices)
    },
    async stop(caller, point, signal) {
      const input = { ...inputOf(caller, point), output: caller.finalText(), naturalStop: point === 'stop' }
      const verdict = await judgeStop(parts.points, parts.roster.at(point, input.session), input, signal)
      say(caller, verdict.notices)
    },
    async trial(caller, command, signal) {
      const input = { ...inputOf(caller, 'command'), command }
      return await tryCommand(parts.points, parts.roster.at('command', input.session), input, signal)
    },
  }
}

/** A resumed session's inputs are in its history; they are read once, when they are first needed. */
function conversation(states: AgentStates, caller: Caller): { task: string, request: string, round: number } {
  const state = states.of(caller.session)
  if (state.task === '' || state.request === '') {
    const inputs = caller.inputs()
    if (state.task === '') state.task = inputs.first
    if (state.request === '') state.request = inputs.last
  }
  return { task: state.task, request: state.request, round: state.rounds }
}
