/** What is remembered of an agent's turn, kept over a re-mount, and what the three parts of a turn share. */
import type { Agent } from '@deepseek-ai/dsh-agent'
import { describeThrown } from '../errors.ts'
import type { Judge } from '../point/judge.ts'
import type { Starting, UserBatch } from '../point/turn-start.ts'
import type { SessionRef } from '../types.ts'
import type { AgentState, AgentStates } from '../state/agent-state.ts'
import type { AgentBook } from './agents.ts'
import type { Callers } from './callers.ts'
import type { Delivery } from './delivery.ts'
import type { GivenPrompt } from './turn-prompt.ts'

export interface Turn {
  /** The host announces inputs of this session, so START needs no stand-in. */
  announced: boolean
  batch: UserBatch | null
  start: Starting | null
  concluded: boolean
  /** `turn-stopping` was reached and no step has been entered since. */
  ending: boolean
  finish: string | null
  given: GivenPrompt | null
  /** Looks of guards at outcomes that are under way; what they say belongs into the next step. */
  readonly judging: Set<Promise<unknown>>
}

export type TurnMemory = WeakMap<Agent, Turn>

export interface TurnParts {
  readonly memory: TurnMemory
  judge(): Judge
  readonly callers: Callers
  readonly agents: AgentBook
  readonly states: AgentStates
  readonly delivery: Delivery
  /** Whether START, and STOP or TERMINATE, have guards. */
  needed(point: 'start' | 'stop' | 'terminate'): boolean
  /** Brings active skills back of which nothing is among these, see `skillsIn`. */
  restoreSkills(session: SessionRef, there: ReadonlySet<string>): Promise<void>
  /** These skills are active, by the host's tool or by the human; ends when the guards that they bring are in force. Never rejects. */
  joinSkills(session: SessionRef, names: readonly string[]): Promise<void>
  /** A real user turn has begun. */
  begun(session: SessionRef): void
  report(text: string): void
  /** Told of the host's events as they come: proof that they are there, and of what their agents are made. */
  seen(event: string, agent: Agent): void
  /** Whether this Point can do what it is for on this host. */
  works(point: 'stop' | 'terminate'): boolean
  /** Something that the human should see in the status. */
  note(key: string, text: string): void
}

/** The parts with what all of them do with an agent. */
export interface TurnDesk extends TurnParts {
  turnOf(agent: Agent): Turn
  stateOf(agent: Agent): AgentState
  /** Runs the body of a listener; what it throws is reported and goes no further. */
  guarded(what: string, body: () => void): void
}

export function createTurnDesk(parts: TurnParts): TurnDesk {
  return {
    ...parts,
    turnOf(agent) {
      const known = parts.memory.get(agent)
      if (known !== undefined) return known
      const fresh: Turn = {
        announced: false, batch: null, start: null, concluded: false, ending: false, finish: null, given: null, judging: new Set(),
      }
      parts.memory.set(agent, fresh)
      return fresh
    },
    stateOf: agent => parts.states.of(parts.agents.see(agent)),
    guarded(what, body) {
      try {
        body()
      } catch (error) {
        parts.report(`${what}: ${describeThrown(error)}`)
      }
    },
  }
}

/** Waits for work that never rejects, but not longer than the turn lives. */
export async function unlessAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  let stop = (): void => undefined
  const aborted = new Promise<void>((resolve) => { stop = resolve })
  signal.addEventListener('abort', stop, { once: true })
  await Promise.race([work, aborted])
  signal.removeEventListener('abort', stop)
}
