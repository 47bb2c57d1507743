/** What guards and gates need of whatever they run in: dsh, or the command line. Types only. */
import type { EffectsOf } from '../state/turn-log.ts'
import type { HostReminder } from '../gate/failure/reminder.ts'
import type { Processes } from '../check/process.ts'
import type { Clock, ContinuePort, FilesPort, HumanPort, ModelPort, SessionRef, SkillsPort, SubagentPort, ToolSchemasPort, ToolsPort, TurnView } from '../types.ts'

export interface EnginePorts {
  readonly clock: Clock
  /** Milliseconds that reading a call may hold the thread; left out: what a host can spare. */
  readonly readingMs?: number
  readonly human: HumanPort
  readonly files: FilesPort
  readonly tools: ToolsPort & ToolSchemasPort
  readonly processes: Processes
  readonly model: ModelPort
  readonly skills: SkillsPort
  readonly subagents: SubagentPort
  readonly continuation: ContinuePort
  /** What a session's turn did. @param effects reads a call that is known from the history only. */
  turn(session: SessionRef, effects: EffectsOf): Promise<TurnView>
  /** Another reminder about repeated calls that speaks already; null: none. */
  hostReminder(): HostReminder | null
}
