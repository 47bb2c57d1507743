/** The ports of the engine on dsh. */
import { randomUUID } from 'node:crypto'
import type { Context } from '@deepseek-ai/cordis'
import { createProcesses } from '../check/process.ts'
import type { AgentBook } from '../host/agents.ts'
import { findHostReminder } from '../host/host-reminder.ts'
import { followUpMessage } from '../host/messages.ts'
import { createLocalFiles } from '../host/ports/local-files.ts'
import { createModelPort } from '../host/ports/model.ts'
import { createFiles } from '../host/ports/service-files.ts'
import { createSkillsPort } from '../host/ports/skills.ts'
import { createSubagents } from '../host/ports/subagents.ts'
import type { Subagents } from '../host/ports/subagents.ts'
import { createToolsPort } from '../host/ports/tools.ts'
import { turnView } from '../host/turn-view.ts'
import type { TurnLog } from '../state/turn-log.ts'
import type { ContinuePort, HumanPort } from '../types.ts'
import type { EnginePorts } from './engine-ports.ts'

export interface HostPorts extends EnginePorts {
  readonly subagents: Subagents
}

export interface HostPortParts {
  readonly ctx: Context
  readonly agents: AgentBook
  readonly turnLog: TurnLog
  readonly human: HumanPort
  readonly report: (text: string) => void
}

export function createHostPorts({ ctx, agents, turnLog, human, report }: HostPortParts): HostPorts {
  return {
    human,
    clock: { now: () => Date.now() },
    files: createFiles(ctx, createLocalFiles()),
    tools: createToolsPort(ctx, agents),
    processes: createProcesses(),
    model: createModelPort(ctx, agents),
    skills: createSkillsPort(ctx, agents),
    subagents: createSubagents(ctx, agents, report),
    continuation: createContinuePort(agents),
    turn: (session, effects) => turnView({ ctx, agents, log: turnLog, effects }, session),
    hostReminder: () => findHostReminder(ctx),
  }
}

/** Steering at the stop boundary runs another step of the same turn; after a cancellation it would open a new one. */
function createContinuePort(agents: AgentBook): ContinuePort {
  return {
    continueWith(session, message) {
      const agent = agents.byId(session.sessionId)
      if (agent === undefined || typeof (agent as { readonly steer?: unknown }).steer !== 'function') return false
      agent.steer(followUpMessage(randomUUID(), message))
      return true
    },
  }
}
