/**
 * `replay`: judges the recorded calls and stops of real sessions again with the guards of now. Runs no tool,
 * asks no model and writes nothing: a guard that asks a model counts as one that could not be judged.
 */
import { basename, dirname, resolve } from 'node:path'
import { GuardError } from '../errors.ts'
import { resolveConfig } from '../config/resolve-config.ts'
import { sessionAt } from '../compose/run-examples.ts'
import type { Workbench } from '../compose/workbench.ts'
import type { CommandView, SessionRef, Settings, TurnCall } from '../types.ts'
import { homeOf, loadSettings, withWorkbench } from './context.ts'
import type { CommonOptions } from './context.ts'
import type { Printer } from './print.ts'
import { createRecorder } from './recorded.ts'
import type { Recorded } from './recorded.ts'
import { findLogs, openLog } from './session-log.ts'
import { createTally } from './tally.ts'
import type { Tally } from './tally.ts'

export interface ReplayOptions extends CommonOptions {
  /** Scripts that are judged in place of the profile's guards; two or more are compared. */
  readonly guard?: readonly string[]
  readonly trigger?: string
}

interface Counts {
  sessions: number
  calls: number
  stops: number
  skipped: number
}

/** Calls of one turn that its STOP is told of. */
const MAX_TURN = 200
const PROGRESS_EVERY = 200

export async function replay(sessions: readonly string[], options: ReplayOptions, printer: Printer): Promise<number> {
  const logs = await findLogs(homeOf(options, process.env).dsh, sessions)
  if (logs.length === 0) throw new GuardError('NOT_FOUND', `no session logs${sessions.length === 0 ? '' : ` that match ${sessions.join(', ')}`} below ${homeOf(options, process.env).dsh}`)
  const settings = await replaySettings(options)
  const versions = (options.guard ?? []).length > 1 ? settings.guards.map(guard => guard.name) : []
  const tally = createTally(versions)
  const counts: Counts = { sessions: 0, calls: 0, stops: 0, skipped: 0 }
  await withWorkbench(settings, { ...options, json: true }, printer, async (workbench) => {
    for (const path of logs) {
      counts.sessions++
      await replayLog(path, { workbench, tally, counts, versions, cwd: resolve(options.cwd ?? '.'), total: logs.length, printer })
    }
  })
  printer.progress('')
  report(counts, tally, options, printer)
  return 0
}

/** Checkers of other programs are not run for what happened long ago. */
async function replaySettings(options: ReplayOptions): Promise<Settings> {
  const { settings } = await loadSettings(options, process.env)
  const base: Settings = { ...settings, specChecker: 'off', postWriteSyntax: false }
  const scripts = options.guard ?? []
  if (scripts.length === 0) return base
  const { guards } = resolveConfig({ guard: scripts.map(script => ({ script: resolve(script), trigger: options.trigger ?? 'command', agents: 'all' })) })
  return { ...base, guards }
}

interface ReplayParts {
  readonly workbench: Workbench
  readonly tally: Tally
  readonly counts: Counts
  readonly versions: readonly string[]
  readonly cwd: string
  readonly total: number
  readonly printer: Printer
}

async function replayLog(path: string, parts: ReplayParts): Promise<void> {
  const { header, lines, skipped } = await openLog(path)
  const name = typeof header['id'] === 'string' ? header['id'] : basename(dirname(path))
  const session: SessionRef = { ...sessionAt(typeof header['cwd'] === 'string' ? header['cwd'] : parts.cwd, name), isSubagent: header['origin'] === 'subagent' }
  const record = createRecorder()
  const turn: Turn = { request: '', calls: [], open: new Map() }
  for await (const event of lines) {
    const recorded = record(event)
    if (recorded !== null) await judge(recorded, session, turn, parts)
  }
  parts.workbench.fresh(session)
  parts.counts.skipped += skipped()
}

interface Turn {
  request: string
  calls: TurnCall[]
  /** Calls without their result yet. */
  readonly open: Map<string, CommandView>
}

async function judge(recorded: Recorded, session: SessionRef, turn: Turn, { workbench, tally, counts, versions, total, printer }: ReplayParts): Promise<void> {
  const asked = { task: turn.request, request: turn.request }
  switch (recorded.kind) {
    case 'turn':
      Object.assign(turn, { request: recorded.request, calls: [] })
      workbench.fresh(session)
      return
    case 'call': {
      counts.calls++
      if (counts.calls % PROGRESS_EVERY === 0) printer.progress(`session ${counts.sessions}/${total}, ${counts.calls} calls`)
      turn.open.set(recorded.command.callId, recorded.command)
      if (versions.length === 0) tally.add(await workbench.judge(session, { point: 'command', command: recorded.command, ...asked }, null), recorded.command, { session: session.sessionId, seq: recorded.seq })
      else tally.add(await eachAlone(workbench, session, recorded.command, versions), recorded.command, { session: session.sessionId, seq: recorded.seq })
      return
    }
    case 'result': {
      const command = turn.open.get(recorded.callId)
      if (command === undefined) return
      turn.open.delete(recorded.callId)
      const { result } = recorded
      turn.calls.push(await turnCall(workbench, command, result.isError, session))
      if (turn.calls.length > MAX_TURN) turn.calls.shift()
      tally.add(await workbench.judge(session, { point: 'result', command, result, ...asked }, null), command, { session: session.sessionId, seq: recorded.seq })
      return
    }
    case 'stop': {
      counts.stops++
      const files = [...new Set(turn.calls.flatMap(call => call.writes.map(write => write.path)))]
      const judgment = await workbench.judge(session, { point: 'stop', output: recorded.output, turn: { calls: turn.calls, files }, ...asked }, null)
      tally.add(judgment, null, { session: session.sessionId, seq: recorded.seq })
    }
  }
}

/** The first refusal would keep the other version from being asked. */
async function eachAlone(workbench: Workbench, session: SessionRef, command: CommandView, versions: readonly string[]): ReturnType<Workbench['judge']> {
  const all = []
  for (const name of versions) all.push(await workbench.judge(session, { point: 'command', command }, new Set([name])))
  const [first] = all
  if (first === undefined) throw new GuardError('INTERNAL', 'there is nothing to compare')
  return { ...first, parts: all.flatMap(judgment => judgment.parts) }
}

async function turnCall(workbench: Workbench, command: CommandView, isError: boolean, session: SessionRef): Promise<TurnCall> {
  const { commands, writes } = await workbench.reading(command, session)
  return {
    name: command.name, args: null, outcome: isError ? 'failed' : 'done', isError, ms: 0,
    writes: writes.slice(0, 50).map(({ path, inside, kind, via }) => ({ path, inside, kind, via })), commands: commands.slice(0, 20).map(({ program, args }) => ({ program, args })),
  }
}

function report(counts: Counts, tally: Tally, options: ReplayOptions, printer: Printer): void {
  const { total, first } = tally.differences()
  if (options.json === true) {
    printer.json({ ...counts, guards: tally.byGuard(), frequent: tally.frequent(), differences: { total, first } })
    return
  }
  printer.line(printer.style('bold', `${counts.calls} calls and ${counts.stops} ends of turns in ${counts.sessions} sessions`))
  if (counts.skipped > 0) printer.line(printer.style('yellow', `${counts.skipped} lines could not be read and were passed over`))
  printer.line()
  for (const [guard, outcomes] of Object.entries(tally.byGuard())) printer.line(`  ${guard}: ${Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`).join(', ')}`)
  const frequent = tally.frequent()
  printer.line()
  printer.line(frequent.length === 0 ? 'Nothing would have been refused or sent back.' : 'Most frequent')
  for (const { guard, reason, count, example, first: place } of frequent) printer.line(`  ${count} × ${guard}: ${reason}\n      ${printer.style('dim', `${example}  (first in ${place.session}, event ${place.seq})`)}`)
  if ((options.guard ?? []).length > 1) {
    printer.line()
    printer.line(`The versions differ in ${total} calls`)
    for (const { call, outcomes, session, seq } of first.slice(0, 10)) printer.line(`  ${call}\n      ${Object.entries(outcomes).map(([guard, outcome]) => `${guard} ${outcome}`).join(', ')}  (${session}, event ${seq})`)
  }
}
