/** The turns of one mount: their beginning, their steps and their end, and what the tool pipeline wants to know of them. */
import type { Context } from '@deepseek-ai/cordis'
import type { Agent } from '@deepseek-ai/dsh-agent'
import { removePending } from './shapes.ts'
import { createTurnBegin } from './turn-begin.ts'
import { createTurnDesk } from './turn-memory.ts'
import type { TurnParts } from './turn-memory.ts'
import { mountTurnSteps } from './turn-step.ts'
import { mountTurnEnd } from './turn-stop.ts'

export interface TurnBook {
  /** Waits for a START that is under way; where the host never announced the input, runs it now. */
  startBeforeCall(agent: Agent, signal: AbortSignal): Promise<void>
  /** A tool ended the turn in this step. */
  concluded(agent: Agent): void
  /** Whether a tool has ended the turn: a notice on a call would make the host ask the model again. */
  isConcluded(agent: Agent): boolean
  /** Guards still look at an outcome of a call; what they say belongs into the next step. */
  judging(agent: Agent, work: Promise<unknown>): void
  /** Recognises turns and delivers what waits; wanted as soon as there is any guard. */
  mountSession(ctx: Context): (() => void)[]
  mountStart(ctx: Context): (() => void)[]
  mountStop(ctx: Context): (() => void)[]
}

export function createTurnBook(parts: TurnParts): TurnBook {
  const desk = createTurnDesk(parts)
  const begin = createTurnBegin(desk)
  return {
    startBeforeCall: (agent, signal) => begin.startBeforeCall(agent, signal),
    concluded(agent) {
      desk.turnOf(agent).concluded = true
      // What earlier calls of this step brought would make the host ask the model once more.
      for (const id of parts.delivery.inInbox(agent)) removePending(agent, id)
    },
    isConcluded: agent => desk.turnOf(agent).concluded,
    judging(agent, work) {
      const { judging } = desk.turnOf(agent)
      judging.add(work)
      void work.finally(() => judging.delete(work))
    },
    mountSession: ctx => mountTurnSteps(ctx, desk, begin),
    mountStart: ctx => begin.mount(ctx),
    mountStop: ctx => mountTurnEnd(ctx, desk),
  }
}
