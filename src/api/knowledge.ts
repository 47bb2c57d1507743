/**
 * `command.writes`, `command.shell` and `guard.turn`: what a call would do and what the turn did, as plain
 * JSON within bounds. Reads nothing itself. A reading with gaps is an answer, never a fault of the guard.
 */
import { GuardError } from '../errors.ts'
import type { CallReading, ShellCommand, ShellWrite } from '../shell/reading.ts'
import type { Capability, CommandView, JsonObject, JsonValue, SessionRef, TurnView } from '../types.ts'

/** Commands, and changed paths, of one answer. */
export const MAX_COMMANDS = 500
export const MAX_WRITES = 1_000
/** UTF-16 units of one argument or text; a longer one is shown as one that is not known. */
export const MAX_ARGUMENT = 65_536
/** Characters of all arguments of one answer. */
export const MAX_TEXT = 1_048_576

export interface KnowledgeDeps {
  /** What the call would run and change; remembered per call. */
  reading(command: CommandView, session: SessionRef): Promise<CallReading>
  isShell(command: CommandView): boolean
  turn(session: SessionRef): Promise<TurnView>
}

export function createKnowledgeCapability(deps: KnowledgeDeps): Capability {
  return {
    calls: {
      async 'command.read'(_args, run) {
        if (run.command === null) throw new GuardError('NOT_FOUND', `there is no call at the Point "${run.point}"; writes and shell are read at "command" and "result"`)
        const reading = await deps.reading(run.command, run.session)
        return shownReading(reading, deps.isShell(run.command))
      },
      async 'turn.read'(_args, run) {
        const { calls, files, running } = run.hasAgent ? await deps.turn(run.session) : { calls: [], files: [], running: [] }
        return { calls, files, running } as unknown as JsonValue
      },
    },
  }
}

/** @param isShell whether the call runs shell text at all. */
export function shownReading(reading: CallReading, isShell: boolean): JsonObject {
  const gaps = [...reading.gaps]
  const writes = reading.writes.slice(0, MAX_WRITES).map(shownWrite)
  if (reading.writes.length > MAX_WRITES) gaps.push(`it changes more than ${MAX_WRITES} paths; the first are shown`)
  if (!isShell) return { writes, shell: null }
  const budget = { left: MAX_TEXT, cut: false }
  const commands = reading.commands.slice(0, MAX_COMMANDS).map(command => shownCommand(command, budget))
  if (reading.commands.length > MAX_COMMANDS) gaps.push(`it runs more than ${MAX_COMMANDS} commands; the first are shown`)
  if (budget.cut) gaps.push(`arguments of more than ${MAX_ARGUMENT} characters, or ${MAX_TEXT} together, are not shown`)
  return { writes, shell: { commands, gaps } }
}

function shownWrite({ path, inside, kind, via }: ShellWrite): JsonObject {
  return { path, inside, kind, via }
}

function shownCommand({ program, args, wrappers, cwd, input, via }: ShellCommand, budget: { left: number, cut: boolean }): JsonObject {
  const text = (value: string | null): string | null => {
    if (value === null) return null
    if (value.length > MAX_ARGUMENT || value.length > budget.left) {
      budget.cut = true
      return null
    }
    budget.left -= value.length
    return value
  }
  return { program, args: args.map(text), wrappers: [...wrappers], cwd, input: shownInput(input, text), via }
}

function shownInput(input: ShellCommand['input'], text: (value: string | null) => string | null): JsonObject {
  switch (input.kind) {
    case 'none': return { kind: 'none' }
    case 'file': return { kind: 'file', path: input.path }
    case 'text': return { kind: 'text', text: text(input.text) }
    case 'pipe': return { kind: 'pipe', from: input.from }
  }
}
