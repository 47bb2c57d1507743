/** The host side of `vance`, put together from its capabilities. Knows no host. */
import { randomUUID } from 'node:crypto'
import { createContinueCapability } from '../api/continue.ts'
import { createDocumentsCapability } from '../api/documents.ts'
import { createKnowledgeCapability } from '../api/knowledge.ts'
import { createLlmCapability } from '../api/llm.ts'
import { createProcessCapability } from '../api/process.ts'
import { createScratchCapability } from '../api/scratch.ts'
import { createSkillCapability } from '../api/skills.ts'
import { createSpawn } from '../api/spawn.ts'
import { createToolsCapability } from '../api/tools.ts'
import type { EffectReader } from '../gate/effects.ts'
import { isShellTool } from '../base/tool-names.ts'
import type { AgentStates } from '../state/agent-state.ts'
import type { TokenBook } from '../state/tokens.ts'
import type { Capability, SessionRef, Settings, SkillGuardPort } from '../types.ts'
import { createCallEffects } from './call-effects.ts'
import type { EnginePorts } from './engine-ports.ts'
import type { RunScratch } from './script-guards.ts'

export interface CapabilityParts {
  readonly llm: Settings['llm']
  readonly states: AgentStates
  readonly tokens: TokenBook
  readonly ports: EnginePorts
  readonly scratch: RunScratch
  readonly skillGuards: SkillGuardPort
  /** What the gates read of calls, so that a call is read once. */
  readonly reader: EffectReader
  isProtected(session: SessionRef, realPath: string): Promise<boolean>
}

export function createCapabilities(parts: CapabilityParts): readonly Capability[] {
  const { ports, reader, states } = parts
  const spawn = createSpawn(ports.subagents, ports.clock)
  const effects = createCallEffects(reader)
  return [
    createScratchCapability(parts.scratch),
    createContinueCapability(ports.continuation, states),
    createSkillCapability(ports.skills, states, parts.skillGuards),
    createLlmCapability({
      model: ports.model,
      settings: parts.llm,
      usage: (guard, _session, input, output) => { parts.tokens.add(guard, input, output) },
      boundary: () => randomUUID().replaceAll('-', ''),
    }),
    createDocumentsCapability({ files: ports.files, isProtected: (session, path) => parts.isProtected(session, path) }),
    createProcessCapability({ human: ports.human, clock: ports.clock, spawn }),
    createToolsCapability({ tools: ports.tools, spawn }),
    createKnowledgeCapability({
      reading: (command, session) => reader.readCall(command, session),
      isShell: command => isShellTool(command.name),
      turn: session => ports.turn(session, effects),
    }),
  ]
}
