/**
 * From the host's objects to a Point and back: builds the input of a Point, runs its guards, queues
 * what they say. The one place where a call or a turn meets the guards.
 */
import type { Agent } from '@deepseek-ai/dsh-agent'
import { KeyedLock } from '../base/keyed-lock.ts'
import { judgeCommand } from '../point/command.ts'
import { judgeResult } from '../point/result.ts'
import type { Roster } from '../point/roster.ts'
import type { PointDeps } from '../point/run.ts'
import { judgeStart } from '../point/start.ts'
import { judgeStop } from '../point/stop.ts'
import type { AgentStates } from '../state/agent-state.ts'
import type { CommandVerdict, CommandView, Point, PointInput, ResultView, SessionRef } from '../types.ts'
import type { AgentBook } from './agents.ts'
import { finalText, userInputs } from './shapes.ts'

export interface JudgeParts {
  readonly roster: Roster
  readonly points: PointDeps
  readonly states: AgentStates
  readonly agents: AgentBook
  newId(): string
}

export interface Judge {
  command(agent: Agent | undefined, command: CommandView, signal: AbortSignal): Promise<CommandVerdict>
  /** @returns feedback that turns the result into an error, or null. */
  result(agent: Agent | undefined, command: CommandView, result: ResultView, signal: AbortSignal): Promise<string | null>
  start(agent: Agent, request: string, signal: AbortSignal): Promise<void>
  stop(agent: Agent, point: 'stop' | 'terminate', signal: AbortSignal): Promise<void>
}

type Said = readonly { readonly guard: string, readonly text: string }[]

export function createJudge(parts: JudgeParts): Judge {
  // One agent's COMMAND and RESULT runs may overlap in time; its scratch must not be written by two at once.
  const lock = new KeyedLock()

  const inputOf = (agent: Agent | undefined, point: Point): PointInput => {
    const session = agent === undefined ? parts.agents.nobody(parts.newId()) : parts.agents.see(agent)
    return {
      point, session, hasAgent: agent !== undefined,
      ...agent === undefined ? { task: '', request: '', round: 0 } : conversation(parts.states, agent, session),
      output: '', naturalStop: false, command: null, result: null,
    }
  }
  const say = (input: PointInput, said: Said): void => {
    if (!input.hasAgent) return
    const queue = parts.states.of(input.session).notices
    for (const notice of said) queue.add(notice.guard, notice.text)
  }

  return {
    async command(agent, command, signal) {
      const input = { ...inputOf(agent, 'command'), command }
      const guards = parts.roster.at('command', input.session)
      return await lock.run(input.session.sessionId, signal, { kind: 'undecided' as const }, async () => {
        const { verdict, notices } = await judgeCommand(parts.points, guards, input, signal)
        say(input, notices)
        return verdict
      })
    },
    async result(agent, command, result, signal) {
      const input = { ...inputOf(agent, 'result'), command, result }
      const guards = parts.roster.at('result', input.session)
      return await lock.run(input.session.sessionId, signal, null, async () => {
        const verdict = await judgeResult(parts.points, guards, input, signal)
        say(input, verdict.notices)
        return verdict.feedback
      })
    },
    async start(agent, request, signal) {
      const input = { ...inputOf(agent, 'start'), task: request, request }
      const verdict = await judgeStart(parts.points, parts.roster.at('start', input.session), input, signal)
      if (verdict.prompt !== null) parts.states.of(input.session).turnPrompt = verdict.prompt
      say(input, verdict.notices)
    },
    async stop(agent, point, signal) {
      const input = { ...inputOf(agent, point), output: finalText(agent), naturalStop: point === 'stop' }
      const verdict = await judgeStop(parts.points, parts.roster.at(point, input.session), input, signal)
      say(input, verdict.notices)
    },
  }
}

/** A resumed session's inputs are in its history; they are read once, when they are first needed. */
function conversation(states: AgentStates, agent: Agent, session: SessionRef): { task: string, request: string, round: number } {
  const state = states.of(session)
  if (state.task === '' || state.request === '') {
    const inputs = userInputs(agent)
    if (state.task === '') state.task = inputs.first
    if (state.request === '') state.request = inputs.last
  }
  return { task: state.task, request: state.request, round: state.rounds }
}
