/** The host side of `vance`, put together from its capabilities and the ports of this host. */
import { randomUUID } from 'node:crypto'
import type { Context } from '@deepseek-ai/cordis'
import { createContinueCapability } from '../api/continue.ts'
import { createDocumentsCapability } from '../api/documents.ts'
import { createKnowledgeCapability } from '../api/knowledge.ts'
import type { KnowledgeDeps } from '../api/knowledge.ts'
import { createLlmCapability } from '../api/llm.ts'
import { createProcessCapability } from '../api/process.ts'
import { createScratchCapability } from '../api/scratch.ts'
import { createSkillCapability } from '../api/skills.ts'
import { createSpawn } from '../api/spawn.ts'
import { createToolsCapability } from '../api/tools.ts'
import type { Capability, Clock, ContinuePort, FilesPort, HumanPort, SessionRef, Settings, ToolsPort } from '../types.ts'
import type { Kept } from './kept.ts'
import { followUpMessage } from '../host/messages.ts'
import { createModelPort } from '../host/ports/model.ts'
import { createSkillsPort } from '../host/ports/skills.ts'
import type { Subagents } from '../host/ports/subagents.ts'
import type { RunScratch } from './script-guards.ts'

export interface CapabilityParts {
  readonly ctx: Context
  readonly settings: Settings
  readonly kept: Kept
  readonly clock: Clock
  readonly human: HumanPort
  readonly files: FilesPort
  readonly tools: ToolsPort
  readonly subagents: Subagents
  readonly scratch: RunScratch
  readonly knowledge: KnowledgeDeps
  isProtected(session: SessionRef, realPath: string): Promise<boolean>
}

export function createCapabilities(parts: CapabilityParts): readonly Capability[] {
  const { ctx, kept } = parts
  const spawn = createSpawn(parts.subagents, parts.clock)
  return [
    createScratchCapability(parts.scratch),
    createContinueCapability(createContinuePort(kept), kept.states),
    createSkillCapability(createSkillsPort(ctx, kept.agents), kept.states),
    createLlmCapability({
      model: createModelPort(ctx, kept.agents),
      settings: parts.settings.llm,
      usage: (guard, _session, input, output) => { kept.tokens.add(guard, input, output) },
      boundary: () => randomUUID().replaceAll('-', ''),
    }),
    createDocumentsCapability({ files: parts.files, isProtected: (session, path) => parts.isProtected(session, path) }),
    createProcessCapability({ human: parts.human, clock: parts.clock, spawn }),
    createToolsCapability({ tools: parts.tools, spawn }),
    createKnowledgeCapability(parts.knowledge),
  ]
}

/** Steering at the stop boundary runs another step of the same turn; after a cancellation it would open a new one. */
function createContinuePort(kept: Kept): ContinuePort {
  return {
    continueWith(session, message) {
      const agent = kept.agents.byId(session.sessionId)
      if (agent === undefined) return false
      agent.steer(followUpMessage(randomUUID(), message))
      return true
    },
  }
}
