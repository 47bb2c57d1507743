/** What every part of one mount stands on: where it keeps its files, whom it speaks to, what it remembers, the host's ports. */
import type { Context } from '@deepseek-ai/cordis'
import { createProcesses } from '../check/process.ts'
import type { Processes } from '../check/process.ts'
import type { Clock, CommandView, FilesPort, HumanPort, Settings, ToolSchemasPort, ToolsPort } from '../types.ts'
import { claimKept } from '../host/continuity.ts'
import { findHome } from '../host/home.ts'
import type { Home } from '../host/home.ts'
import { createKept } from './kept.ts'
import type { Kept } from './kept.ts'
import { createHumanPort } from '../host/ports/human.ts'
import { createLocalFiles } from '../host/ports/local-files.ts'
import { createFiles } from '../host/ports/service-files.ts'
import { createSubagents } from '../host/ports/subagents.ts'
import type { Subagents } from '../host/ports/subagents.ts'
import { createToolsPort } from '../host/ports/tools.ts'
import { createReentrance } from '../point/reentrance.ts'
import type { Reentrance } from '../point/reentrance.ts'

export interface Core {
  readonly ctx: Context
  readonly settings: Settings
  readonly clock: Clock
  readonly home: Home
  readonly kept: Kept
  readonly human: HumanPort
  readonly files: FilesPort
  readonly tools: ToolsPort & ToolSchemasPort
  readonly subagents: Subagents
  readonly processes: Processes
  readonly reentrance: Reentrance
  /** Calls that were refused, or put to the human, before they ran. */
  readonly refused: WeakSet<CommandView>
  /** One line for the human. */
  readonly report: (text: string) => void
  /** Said once, and shown in the status from then on. */
  readonly note: (key: string, text: string) => void
  dispose(): Promise<void>
}

export function createCore(ctx: Context, settings: Settings): Core {
  const home = findHome(ctx, process.env)
  const human = createHumanPort((line) => { process.stderr.write(`${line}\n`) })
  const report = (text: string): void => { human.say(null, 'warn', text) }
  const claim = claimKept(ctx, key => createKept(settings.maxSessions, key === 'shooty' ? home.sessions : `${home.sessions}-${key}`, report))
  const { kept } = claim
  const subagents = createSubagents(ctx, kept.agents, report)
  const processes = createProcesses()
  return {
    ctx, settings, home, kept, human, subagents, processes, report,
    clock: { now: () => Date.now() },
    files: createFiles(ctx, createLocalFiles()),
    tools: createToolsPort(ctx, kept.agents),
    reentrance: createReentrance(),
    refused: new WeakSet(),
    note(key, text) { if (kept.notes.put(key, text)) report(text) },
    async dispose() {
      processes.dispose()
      await Promise.allSettled([subagents.dispose(), kept.files.settled()])
      claim.release()
    },
  }
}
