/**
 * A configured script as a guard of its Points: who it applies to, its cap, one run in a runner, and
 * the verdict that comes of it. Does not decide what a fault means: that is the Point's rule.
 */
import { compileTools } from '../base/tool-names.ts'
import { refusesUntilMended, type Misplaced } from '../guard/placement.ts'
import { compileWorkspaces } from '../guard/scope.ts'
import type {
  Capability, Fault, GuardRunner, GuardSettings, GuardText, GuardTexts, JudgeContext, PointGuard, PointInput, RunContext, RunEffects, SessionRef, Verdict,
} from '../types.ts'
import { bindHostCalls } from './host-calls.ts'
import { EMPTY_VERDICT } from './run.ts'
import type { SessionTurn } from './session-turn.ts'

export interface ScriptGuardDeps {
  readonly texts: GuardTexts
  readonly runner: GuardRunner
  readonly capabilities: readonly Capability[]
  readonly timeoutMs: number
  /** Home folder, for `~` in `workspaces`; null when it is not known. */
  readonly home: string | null
  /** Follow-up rounds that the session has used. */
  rounds(input: PointInput): number
  log(guard: string, input: PointInput, level: 'info' | 'warn', text: string): void
  /** A run's access to the scratch. */
  sessionTurn(session: SessionRef): SessionTurn
}

export function createScriptGuard(settings: GuardSettings, deps: ScriptGuardDeps): PointGuard {
  const toolMatches = compileTools(settings.tools)
  const isHere = compileWorkspaces(settings.workspaces, deps.home)
  const misplaced = (session: SessionRef | null): Misplaced | null => refusesUntilMended(settings, deps.texts.textOf(settings, session))
  return {
    name: settings.name,
    kind: 'script',
    // A guard that forgot its trigger is asked where it was meant to be, and refuses.
    get points() { return misplaced(null) === null || settings.points.includes('command') ? settings.points : [...settings.points, 'command' as const] },
    mode: settings.mode,
    where(session) {
      const { file } = deps.texts.textOf(settings, session)
      return file === null ? settings.key : `${settings.key}, ${file}`
    },
    hash: session => deps.texts.textOf(settings, session).hash,
    applies(input) {
      if (input.session.isSubagent ? settings.agents === 'main' : settings.agents === 'sub') return false
      if (input.command !== null && !toolMatches(input.command.name)) return false
      return isHere(input.session.cwd) && deps.texts.textOf(settings, input.session).state !== 'waiting'
    },
    async judge(input, context) {
      if (isStop(input) && deps.rounds(input) >= settings.maxRounds) return { ...EMPTY_VERDICT, capped: true }
      const text = deps.texts.textOf(settings, input.session)
      // It was there when the run began to be set up.
      if (text.state === 'waiting') return EMPTY_VERDICT
      if (text.state === 'broken') return { ...EMPTY_VERDICT, fault: brokenFault(text) }
      const wrong = input.point === 'command' ? misplaced(input.session) : null
      if (wrong !== null) return { ...EMPTY_VERDICT, fault: { code: 'wrong_action', message: wrong.text, position: wrong.position } }
      return await runScript(settings, text, input, context, deps)
    },
  }
}

async function runScript(
  settings: GuardSettings, text: Extract<GuardText, { state: 'loaded' }>, input: PointInput, context: JudgeContext, deps: ScriptGuardDeps,
): Promise<Verdict> {
  const effects: RunEffects = { continued: null, capped: false, activated: [], deactivated: [], fault: null }
  const run: RunContext = {
    guard: settings, point: input.point, session: input.session, command: input.command, hasAgent: input.hasAgent,
    signal: context.signal, observe: context.mode === 'observe', ...context.trial === true ? { trial: true } : {}, effects,
  }
  const turn = deps.sessionTurn(run.session)
  const report = await deps.runner.run({
    hash: text.hash,
    guardName: settings.name,
    compiled: text.compiled,
    input: { ...input, round: isStop(input) ? deps.rounds(input) : input.round },
    mode: context.mode,
    params: settings.params,
    maxRounds: settings.maxRounds,
    allowTools: settings.allowTools,
    now: context.now,
    // Not as it is now: another run may write it before this one reads it. It is fetched at its first use.
    loopScratch: null,
    timeoutMs: deps.timeoutMs,
    signal: context.signal,
    host: bindHostCalls(deps.capabilities, run, turn),
  }).finally(() => { turn.end() })
  for (const line of report.logs) {
    deps.log(settings.name, input, line.level, line.data === null ? line.text : `${line.text} ${JSON.stringify(line.data)}`)
  }
  if (report.logsDropped > 0) deps.log(settings.name, input, 'warn', `${report.logsDropped} further log lines were dropped`)
  return {
    actions: report.actions,
    fault: report.fault ?? effects.fault,
    cancelled: report.cancelled,
    continued: effects.continued,
    activated: effects.activated,
    deactivated: effects.deactivated,
    capped: effects.capped,
    ms: report.ms,
    hash: text.hash,
  }
}

function isStop(input: PointInput): boolean {
  return input.point === 'stop' || input.point === 'terminate'
}

function brokenFault(text: Extract<GuardText, { state: 'broken' }>): Fault {
  return { code: text.hash === null ? 'not_found' : 'not_parsed', message: text.reason, position: text.position }
}
