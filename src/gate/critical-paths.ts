/**
 * The critical-paths gate: an existing file under `criticalPaths` is written only with a specification
 * that was accepted in this session, or as the repair of a problem that a gate reported. Owns the order
 * of judging; a checker that fails refuses once and is reported, so it neither opens
 * the gate nor locks the session.
 */
import { exactName, oneLine } from '../base/text.ts'
import { KeyedLock } from '../base/keyed-lock.ts'
import { isShellTool } from '../base/tool-names.ts'
import { assertNever } from '../errors.ts'
import type { SpecChecker } from '../check/spec-checker.ts'
import type { SpecCheckers } from '../check/spec.ts'
import type { Clock, CommandView, Counters, Fault, FilesPort, Gate, GuardAction, JudgeContext, Mode, PerSession, PointInput, SessionRef, Settings, Verdict } from '../types.ts'
import { compileRules, deadPatternNotes, specCandidates, type CriticalRule } from './critical-rules.ts'
import { criticalTargets, MAX_TARGETS, ruleFor, type CriticalTarget } from './critical-targets.ts'
import { createCriticalMemory, decideAll, findSpec, restoreUnused, settle, SYNTAX, tie, type CriticalMemory, type Decision } from './critical-verdict.ts'
import { failedText, cutText, noSpecText, rejectedText, repairText, standDownText, tooManyText, type CallFacts } from './critical-words.ts'
import type { EffectReader, WriteEffect } from './effects.ts'
import { expandHome, flavourOf, resolveText } from './paths.ts'
import { verdictOf, withGaps } from './verdict.ts'
import { openWorkspace, type Workspace } from './workspace.ts'

/** Milliseconds that a report waits for the search for a checker. */
const REPORT_MS = 20_000

export interface CriticalPathsDeps {
  readonly settings: Pick<Settings, 'criticalPaths' | 'protectedTools' | 'maxDiagnostics'>
  readonly mode: Mode
  readonly clock: Clock
  readonly counters: Counters
  readonly perSession: <T extends object>(create: () => T) => PerSession<T>
  readonly files: FilesPort
  readonly effects: EffectReader
  readonly checkers: SpecCheckers
  readonly home: string | null
  /** For the human: a checker that failed or is missing. Called once per session and reason. */
  readonly report: (session: SessionRef, text: string) => void
}

/** What `guard_status action=targets` shows of one path. */
export interface TargetReport {
  readonly protected: boolean
  /** The pattern that protects it. */
  readonly rule: string | null
  /** Specifications looked for, in order. */
  readonly looked: readonly string[]
  /** The specification that is there. */
  readonly found: string | null
  /** One line: what a write would meet. */
  readonly state: string
}

export interface CriticalPathsGate extends Gate {
  /** Things the human should know at load: patterns that can never match. */
  notes(): readonly string[]
  targetReport(path: string, session: SessionRef): Promise<TargetReport>
  /** A syntax error was reported for the file: its next write is let through. @param path absolute. */
  openWindow(path: string, session: SessionRef): Promise<void>
}

interface SessionState extends CriticalMemory {
  /** Reasons already told. */
  readonly said: Set<string>
}

interface Parts extends CriticalPathsDeps {
  readonly rules: readonly CriticalRule[]
  readonly sessions: PerSession<SessionState>
  readonly trouble: { standsDown: string | null, failed: string | null, failures: number }
}

export function createCriticalPathsGate(deps: CriticalPathsDeps): CriticalPathsGate {
  const rules = compileRules(deps.settings.criticalPaths)
  const on = rules.length > 0 && deps.mode !== 'off'
  const parts: Parts = {
    ...deps, rules,
    sessions: deps.perSession<SessionState>(() => ({ ...createCriticalMemory(), said: new Set() })),
    trouble: { standsDown: null, failed: null, failures: 0 },
  }
  const lock = new KeyedLock()
  return {
    name: 'critical-paths',
    kind: 'gate',
    points: ['command', 'result'],
    mode: on ? deps.mode : 'off',
    hash: () => null,
    applies: input => on && input.command !== null
      && (input.point === 'command' ? concerns(deps, input.command) : parts.sessions.peek(input.session.sessionId)?.repairs.has(input.command.callId) === true),
    status: () => statusOf(parts, on),
    notes: () => deadPatternNotes(deps.settings.criticalPaths),
    // A window is for one write: calls side by side are looked at one after the other.
    judge: (input, run) => lock.run(
      input.session.sessionId, run.signal, verdictOf(deps.clock, deps.clock.now(), { cancelled: true }),
      () => input.point === 'command' ? judge(parts, input, run) : afterCall(parts, input),
    ),
    targetReport: (path, session) => targetReport(parts, path, session),
    openWindow: (path, session) => on ? openWindow(parts, path, session) : Promise.resolve(),
  }
}

function concerns(deps: CriticalPathsDeps, command: CommandView): boolean {
  return isShellTool(command.name) || deps.settings.protectedTools.includes(command.name)
}

function statusOf({ settings, checkers, trouble, rules }: Parts, on: boolean): { readonly active: boolean, readonly detail: string } {
  const dead = deadPatternNotes(settings.criticalPaths)
  if (!on) return { active: false, detail: [rules.length === 0 ? 'off: criticalPaths protects nothing' : 'off', ...dead].join('; ') }
  const detail = [
    `protects ${rules.map(rule => rule.pattern).join(', ')}`,
    ...dead,
    checkers.describe(),
    ...trouble.standsDown === null ? [] : [`stands down: ${trouble.standsDown}`],
    ...trouble.failed === null ? [] : [`checks that failed by themselves: ${trouble.failures}, last: ${trouble.failed}`],
  ]
  return { active: trouble.standsDown === null, detail: detail.join('; ') }
}

async function judge(parts: Parts, input: PointInput, run: JudgeContext): Promise<Verdict> {
  const began = parts.clock.now()
  const { command, session } = input
  if (command === null) return verdictOf(parts.clock, began)
  const { effects, unreadable } = await parts.effects.effectsOf(command, session)
  const gaps = unreadable === null ? undefined : [unreadable]
  const workspace = await openWorkspace(session, parts.effects.identity)
  const { targets, cut } = await criticalTargets(effects, workspace, { files: parts.files, identity: parts.effects.identity, rules: parts.rules })
  if (targets.length === 0 && cut === null) return verdictOf(parts.clock, began, { gaps })
  // What is said of a call that nobody makes has not been said to the model.
  const state = run.trial === true ? { ...parts.sessions.of(session), said: new Set<string>() } : parts.sessions.of(session)
  const checker = parts.checkers.choose(session)
  const missing = checker === null ? parts.checkers.describe() : await checker.unavailable(session, run.signal)
  if (run.signal.aborted) return verdictOf(parts.clock, began, { cancelled: true })
  if (checker === null || missing !== null) return verdictOf(parts.clock, began, { actions: standDown(parts, state, session, missing ?? 'none is configured') })
  parts.trouble.standsDown = null
  if (cut !== null) return { ...refusal(parts, run, began, cutText(cut.spelled, workspace.relative(cut.folder) ?? cut.folder), null), gaps: [...gaps ?? [], `the folder ${cut.folder} holds more than can be looked through`] }
  if (targets.length > MAX_TARGETS) return refusal(parts, run, began, tooManyText(targets, MAX_TARGETS), null)

  const decisions = await decideAll(
    targets, checker, workspace, state, { files: parts.files, counters: parts.counters, maxDiagnostics: parts.settings.maxDiagnostics }, run.signal,
  )
  if (run.signal.aborted) return verdictOf(parts.clock, began, { cancelled: true })
  // A gate that observes changes nothing, so what it would have refused opens nothing.
  if (run.mode === 'enforce') await settle(decisions, command.callId, checker, workspace, state, parts.files)
  const call = { targets, writesSpec: writesSpec(effects, targets, workspace) }
  const verdict = conclude({ parts, state, session, run, began, checker, call }, decisions)
  return gaps === undefined ? verdict : withGaps(verdict, gaps, targets.some(target => target.unread))
}

/** Whether the call itself writes a specification of one of its protected files. */
function writesSpec(effects: readonly WriteEffect[], targets: readonly CriticalTarget[], workspace: Workspace): boolean {
  const specs = new Set(targets.flatMap(target => specCandidates(target.relative).map(relative => workspace.key(workspace.at(relative)))))
  return effects.some(effect => effect.self && effect.kind === 'write' && specs.has(workspace.key(effect.real)))
}

async function afterCall(parts: Parts, input: PointInput): Promise<Verdict> {
  const began = parts.clock.now()
  const { command, session } = input
  const state = parts.sessions.peek(session.sessionId)
  if (command !== null && state !== undefined) await restoreUnused(command.callId, await openWorkspace(session, parts.effects.identity), state, parts.files)
  return verdictOf(parts.clock, began)
}

async function openWindow(parts: Parts, path: string, session: SessionRef): Promise<void> {
  const workspace = await openWorkspace(session, parts.effects.identity)
  // The file is judged by the first of the two spellings that a rule matches.
  for (const one of new Set([path, await parts.effects.identity.real(session, path)])) {
    if (ruleFor(one, workspace, parts.rules) !== null) parts.sessions.of(session).windows.set(workspace.key(one), SYNTAX)
  }
}

/** One call that is being judged. */
interface Judging {
  readonly parts: Parts
  readonly state: SessionState
  readonly session: SessionRef
  readonly run: JudgeContext
  readonly began: number
  readonly checker: SpecChecker
  readonly call: CallFacts
}

function conclude({ parts, state, session, run, began, checker, call }: Judging, decisions: readonly Decision[]): Verdict {
  const actions: GuardAction[] = []
  const missing = decisions.filter(decision => decision.kind === 'no-spec')
  if (missing.length > 0) return refusal(parts, run, began, noSpecText(missing, call), null)
  for (const decision of decisions) {
    switch (decision.kind) {
      case 'open': break
      case 'repair':
        if (run.mode === 'enforce') parts.counters.add('repairWrites')
        actions.push({ kind: 'notice', text: repairText(decision.target, decision.spec?.relative ?? null, decision.window === SYNTAX ? 'syntax' : 'specification') })
        break
      case 'stand-down':
        actions.push(...standDown(parts, state, session, decision.reason))
        break
      case 'no-spec': break
      case 'rejected': return refusal(parts, run, began, rejectedText(decision, decision.spec.relative, checker.id, decision, call), null)
      case 'failed': {
        const reason = oneLine(`${checker.id}: ${decision.reason}`, 300)
        parts.trouble.failed = reason
        parts.trouble.failures++
        tell(parts, state, session, `The checker of specifications failed (${reason}).`)
        return refusal(parts, run, began, failedText(decision, decision.spec.relative, checker.id, decision.reason, call), { code: 'internal', message: reason, position: null })
      }
      default: return assertNever(decision)
    }
  }
  return verdictOf(parts.clock, began, { actions })
}

function refusal(parts: Parts, run: JudgeContext, began: number, reason: string, fault: Fault | null): Verdict {
  if (run.mode === 'enforce') parts.counters.add('criticalRefusals')
  return verdictOf(parts.clock, began, { actions: [{ kind: 'deny', reason }], fault })
}

/** Says once per session that nothing is checked. */
function standDown(parts: Parts, state: SessionState, session: SessionRef, reason: string): GuardAction[] {
  parts.trouble.standsDown = reason
  const text = standDownText(reason)
  return tell(parts, state, session, text) ? [{ kind: 'notice', text }] : []
}

function tell(parts: Parts, state: SessionState, session: SessionRef, text: string): boolean {
  if (state.said.has(text) || state.said.size > 50) return false
  state.said.add(text)
  parts.report(session, text)
  return true
}

async function targetReport(parts: Parts, path: string, session: SessionRef): Promise<TargetReport> {
  const { identity } = parts.effects
  const workspace = await openWorkspace(session, identity)
  const absolute = resolveText(flavourOf(session.cwd), session.cwd, expandHome(path, parts.home))
  const real = await identity.real(session, absolute)
  const match = ruleFor(real, workspace, parts.rules) ?? ruleFor(absolute, workspace, parts.rules)
  if (match === null) return { protected: false, rule: null, looked: [], found: null, state: 'not under criticalPaths: writes are not judged by this gate' }
  const { spec } = await findSpec(match, workspace, parts.files)
  const target: CriticalTarget = { path: real, ...match, spelled: path, unread: false }
  const exists = await identity.kind(session, real) !== null
  const report = { protected: true, rule: match.rule.pattern, looked: [...specCandidates(match.relative)], found: spec?.relative ?? null }
  return { ...report, state: exists ? await stateOf(parts, target, workspace.key(real), spec, session) : 'the file does not exist yet: writing it is not refused' }
}

/** What a write would meet, asked of the same parts that would judge it; nothing is checked for it. */
async function stateOf(parts: Parts, target: CriticalTarget, key: string, spec: Awaited<ReturnType<typeof findSpec>>['spec'], session: SessionRef): Promise<string> {
  const memory = parts.sessions.peek(session.sessionId)
  const checker = parts.checkers.choose(session)
  const missing = checker === null ? parts.checkers.describe() : await checker.unavailable(session, AbortSignal.timeout(REPORT_MS))
  if (checker === null || missing !== null) return `the gate stands down, so a write is let through unchecked: ${missing ?? 'there is no checker'}`
  if (memory?.windows.has(key) === true) return 'repair window open: the next write is let through, then the specification is checked again'
  if (spec === null) return `refused: there is no specification for ${exactName(target.relative)}`
  if (memory?.accepted.get(spec.path) === tie(spec, checker)) return `open: ${exactName(spec.relative)} was accepted in this session`
  return `${exactName(spec.relative)} has not been accepted with its present content in this session: it is checked at the next write`
}
