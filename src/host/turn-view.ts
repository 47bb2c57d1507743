/** What a guard is told of a turn: the log, what a history adds after a restart, and the host's background work. */
import type { Context } from '@deepseek-ai/cordis'
import type { EffectsOf, TurnLog } from '../state/turn-log.ts'
import type { SessionRef, TurnView } from '../types.ts'
import type { AgentBook } from './agents.ts'
import { runningJobs } from './ports/jobs.ts'
import { messagesOf } from './shapes.ts'
import { callsOfHistory } from './turn-calls.ts'

export interface TurnViewParts {
  readonly ctx: Context
  readonly agents: AgentBook
  readonly log: TurnLog
  readonly effects: EffectsOf
}

export async function turnView({ ctx, agents, log, effects }: TurnViewParts, session: SessionRef): Promise<TurnView> {
  const root = agents.byId(session.rootSessionId)
  if (!log.known(session) && root !== undefined) log.restore(session, callsOfHistory(messagesOf(root), command => effects(command, session)))
  const [calls, files] = await Promise.all([log.calls(session), log.files(session)])
  return { calls, files, running: runningJobs(ctx, agents.byId(session.sessionId)) }
}
