/** `explain`: what was read of a call, what each gate and guard makes of it and why, and what changes that. */
import { resolve } from 'node:path'
import { sessionAt } from '../compose/run-examples.ts'
import type { Judgment, Part, Workbench } from '../compose/workbench.ts'
import { GuardError } from '../errors.ts'
import { isShellTool } from '../base/tool-names.ts'
import type { CallReading, ShellCommand } from '../shell/reading.ts'
import type { CommandView, JsonValue, SessionRef } from '../types.ts'
import { loadSettings, withWorkbench } from './context.ts'
import type { CommonOptions } from './context.ts'
import { indented } from './print.ts'
import type { Printer } from './print.ts'

export interface ExplainOptions extends CommonOptions {
  readonly tool?: string
  readonly args?: string
}

/** @returns the exit code: 0 when the call may run, 1 when it is refused or asked about. */
export async function explain(text: string | undefined, options: ExplainOptions, printer: Printer): Promise<number> {
  const command = callOf(text, options)
  const { settings, notes, source } = await loadSettings(options, process.env)
  const session = sessionAt(resolve(options.cwd ?? '.'), 'explain')
  return await withWorkbench(settings, options, printer, async (workbench) => {
    const reading = await workbench.reading(command, session)
    const judgment = await workbench.judge(session, { point: 'command', command }, null)
    const parts = await everyPart(workbench, command, session, judgment)
    if (options.json === true) printer.json({ call: command, configuration: source, notes, reading: shownReading(reading, command), judgment: { ...judgment, parts } })
    else print(printer, { command, reading, judgment, parts, notes, source })
    return judgment.decision === 'allow' ? 0 : 1
  })
}

function callOf(text: string | undefined, { tool, args }: ExplainOptions): CommandView {
  if (tool === undefined) {
    if (text === undefined || args !== undefined) throw new GuardError('BAD_ARGUMENT', 'explain takes a command in quotes, or --tool with --args')
    return { name: 'bash', args: { command: text }, callId: 'explain' }
  }
  if (text !== undefined) throw new GuardError('BAD_ARGUMENT', 'explain takes a command or --tool, not both')
  try {
    return { name: tool, args: JSON.parse(args ?? '{}') as JsonValue, callId: 'explain' }
  } catch (error) {
    throw new GuardError('BAD_ARGUMENT', `--args is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
}

/** A refusal ends the judging in dsh; here the guards behind it are asked as well, each alone. */
async function everyPart(workbench: Workbench, command: CommandView, session: SessionRef, judgment: Judgment): Promise<readonly Part[]> {
  const parts = [...judgment.parts]
  for (const guard of workbench.guards.roster.at('command', session)) {
    if (parts.some(part => part.guard === guard.name)) continue
    const alone = await workbench.judge({ ...session, sessionId: `explain-${guard.name}` }, { point: 'command', command: { ...command } }, new Set([guard.name]))
    parts.push(...alone.parts)
  }
  return parts
}

interface Explained {
  readonly command: CommandView
  readonly reading: CallReading
  readonly judgment: Judgment
  readonly parts: readonly Part[]
  readonly notes: readonly string[]
  readonly source: string
}

function print(printer: Printer, { command, reading, judgment, parts, notes, source }: Explained): void {
  const refused = judgment.decision !== 'allow'
  printer.line(printer.style('bold', refused ? `${judgment.decision === 'ask' ? 'Asked about' : 'Refused'} by ${judgment.guard ?? 'a guard'}` : 'Allowed'))
  printer.line()
  printer.line('What was read')
  if (isShellTool(command.name)) reading.commands.forEach((one, index) => { printer.line(`  ${index + 1}  ${commandLine(one)}`) })
  for (const write of reading.writes) printer.line(`  ${write.kind} ${write.path}${write.tree ? ' and what is below it' : ''}${write.inside ? '' : printer.style('dim', ' (outside the workspace)')}`)
  for (const gap of reading.gaps) printer.line(`  ${printer.style('yellow', 'not read')}: ${gap}`)
  if (reading.commands.length + reading.writes.length + reading.gaps.length === 0) printer.line('  nothing that runs or changes anything')
  printer.line()
  printer.line(`What each gate and guard makes of it (${source})`)
  for (const part of parts) printer.line(`  ${partLine(printer, part)}`)
  if (parts.length === 0) printer.line('  no gate and no guard looks at this call')
  for (const note of notes) printer.line(printer.style('dim', `  note: ${note}`))
  if (judgment.words === null) return
  printer.line()
  printer.line('What the model would read')
  printer.line(indented(judgment.words, '  '))
  printer.line()
  printer.line(`What changes it: ${wayOut(judgment.guard)}`)
}

function commandLine({ program, args, wrappers, cwd, via, elsewhere }: ShellCommand): string {
  const words = [program, ...args].map(word => word === null ? '?' : /^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word)).join(' ')
  const around = [...wrappers.length > 0 ? [`behind ${wrappers.join(', ')}`] : [], ...via === 'direct' ? [] : [`by ${via}`], ...elsewhere ? ['elsewhere'] : [], ...cwd === null ? ['in a folder that is not known'] : []]
  return around.length === 0 ? words : `${words}  (${around.join('; ')})`
}

function partLine(printer: Printer, { guard, outcome, wouldBe, reason, position }: Part): string {
  const marks = { denied: printer.style('red', '✗'), script_error: printer.style('red', '!'), fired: printer.style('yellow', '·'), observed: printer.style('dim', 'o') } as const
  const mark = outcome in marks ? marks[outcome as keyof typeof marks] : printer.style('green', '✓')
  const at = position === null ? '' : ` (line ${position.line})`
  return `${mark} ${guard}: ${outcome}${wouldBe === null ? '' : `, would be ${wouldBe}`}${at}${reason === null ? '' : `: ${reason.split('\n')[0] ?? ''}`}`
}

/** The key or the command of the human that changes a verdict. */
function wayOut(guard: string | null): string {
  const keys: Readonly<Record<string, string>> = {
    'destructive': 'destructive.except or destructive.trusted for good, /guard allow <code> once (the code stands in /guard log)',
    'critical-paths': 'criticalPaths, or an accepted specification',
    'locked-paths': 'lockedPaths',
    'tamper-protection': 'tamperProtection',
  }
  const off = `/guard off ${guard ?? '<name>'} for a session`
  return guard !== null && keys[guard] !== undefined ? `${keys[guard]}; ${off}` : `the guard's script or entry; ${off}`
}

function shownReading({ commands, writes, gaps }: CallReading, command: CommandView): object {
  return {
    writes: writes.map(({ path, inside, kind, via }) => ({ path, inside, kind, via })),
    shell: isShellTool(command.name) ? { commands: commands.map(({ program, args, wrappers, cwd, input, via }) => ({ program, args, wrappers, cwd, input, via })), gaps } : null,
  }
}
