/**
 * What `guard_status` and `ctx.shooty.snapshot()` show: what is really in force, as data. The text for
 * people is made from this and from nothing else.
 */
import { misplacedUses } from '../guard/placement.ts'
import type { AgentStates } from '../state/agent-state.ts'
import type { CounterBoard } from '../state/counters.ts'
import type { GuardMetrics, Metrics } from '../state/metrics.ts'
import type {
  CounterName, DecisionRecord, Gate, GuardSettings, GuardText, GuardTexts, Mode, Outcome, Point, PointGuard, SessionRef, Trigger,
} from '../types.ts'

export interface PointStatus {
  readonly point: Point
  readonly active: boolean
  readonly detail: string
}

export interface GateStatus {
  readonly gate: string
  readonly active: boolean
  readonly detail: string
}

/** Answered model requests and their tokens. */
export interface TokenUse {
  readonly calls: number
  readonly input: number
  readonly output: number
}

export interface GuardStatus {
  readonly name: string
  /** `waiting`: a script of the workspace that is looked for in each session's folder, and is not in this one's. */
  readonly state: 'loaded' | 'broken' | 'waiting'
  readonly reason: string | null
  readonly file: string | null
  /** First 12 hex digits of the SHA-256 of the text that runs. */
  readonly hash: string | null
  readonly trigger: Trigger
  /** Patterns on the tool name; null: every tool. */
  readonly tools: readonly string[] | null
  /** Where it stands in the configuration. */
  readonly key: string
  readonly mode: Mode
  readonly runs: number
  readonly fired: number
  readonly denied: number
  readonly asked: number
  readonly passed: number
  readonly errors: number
  readonly capped: number
  readonly observed: number
  /** Milliseconds, waiting for a runner included; null before the first run. */
  readonly p50Ms: number | null
  readonly p95Ms: number | null
  /** What its model calls took; 0 where the provider does not count. */
  readonly tokens: TokenUse
  readonly lastError: string | null
  /** The latest first. */
  readonly lastOutcomes: readonly Outcome[]
  readonly warnings: readonly string[]
}

export interface TargetStatus {
  readonly path: string
  readonly protected: boolean
  /** What protects it: a pattern of `criticalPaths`, or `tamper-protection`. */
  readonly rule: string | null
  /** Specifications looked for, in order, and the one that is there. */
  readonly looked: readonly string[]
  readonly found: string | null
  /** One line: what a write would meet. */
  readonly state: string
}

export interface StatusData {
  readonly action: 'status' | 'guards' | 'targets' | 'recent'
  /** What the check at load came to, in one line; null while it is under way. */
  readonly selfCheck: string | null
  readonly summary: string
  readonly points: readonly PointStatus[]
  readonly gates: readonly GateStatus[]
  readonly guards: readonly GuardStatus[]
  readonly counters: Readonly<Record<CounterName, number>> & { readonly 'vance.guard.evaluations': Readonly<Record<Outcome, number>> }
  readonly session: { readonly rounds: number, readonly pendingNotices: number, readonly runtimeGuard: string | null } | null
  readonly recent: readonly DecisionRecord[]
  /** For `targets`: what a write to this path would meet; null when no path was given. */
  readonly target: TargetStatus | null
  readonly notes: readonly string[]
}

export interface StatusParts {
  selfCheck(): string | null
  readonly texts: GuardTexts
  readonly states: AgentStates
  readonly metrics: Metrics
  readonly counters: CounterBoard
  tokens(guard: string): TokenUse
  /** Every guard with its settings, the session's runtime guard included. */
  guards(session: SessionRef | null): readonly { readonly guard: PointGuard, readonly settings: GuardSettings }[]
  gates(): readonly Gate[]
  points(session: SessionRef | null): readonly PointStatus[]
  notes(session: SessionRef | null): readonly string[]
}

export function statusData(parts: StatusParts, action: StatusData['action'], session: SessionRef | null, extra: { readonly recentCount: number, readonly target: TargetStatus | null }): StatusData {
  const guards = parts.guards(session).map(({ guard, settings }) => guardStatus(parts, guard, settings, session))
  const gates = parts.gates().map(gate => gateStatus(parts, gate, session))
  const points = parts.points(session)
  const notes = parts.notes(session)
  return {
    action,
    selfCheck: parts.selfCheck(),
    summary: summaryOf(guards, gates, points, notes),
    points,
    gates,
    guards,
    counters: { ...parts.counters.all(), 'vance.guard.evaluations': parts.metrics.totals() },
    session: session === null ? null : sessionStatus(parts, session),
    recent: action === 'recent' ? parts.metrics.recent(extra.recentCount, session?.sessionId) : [],
    target: extra.target,
    notes,
  }
}

function guardStatus(parts: StatusParts, guard: PointGuard, settings: GuardSettings, session: SessionRef | null): GuardStatus {
  const text = parts.texts.textOf(settings, session)
  const metrics = parts.metrics.of(guard.name)
  return {
    name: guard.name,
    state: text.state,
    reason: text.state === 'loaded' ? text.stale : at(text.reason, text.state === 'broken' ? text.position : null),
    file: text.file,
    hash: text.hash?.slice(0, 12) ?? null,
    trigger: settings.trigger,
    tools: settings.tools,
    key: settings.key,
    mode: modeOf(parts, guard, session),
    runs: metrics.runs,
    fired: metrics.outcomes.fired,
    denied: metrics.outcomes.denied,
    asked: metrics.outcomes.asked,
    passed: metrics.outcomes.passed,
    errors: metrics.outcomes.script_error,
    capped: metrics.outcomes.capped,
    observed: metrics.outcomes.observed,
    p50Ms: round(metrics.p50Ms),
    p95Ms: round(metrics.p95Ms),
    tokens: parts.tokens(guard.name),
    lastError: metrics.lastError === null ? null : at(errorText(metrics.lastError, session), metrics.lastError.position),
    lastOutcomes: metrics.last.map(one => one.outcome),
    warnings: text.state === 'loaded' ? warningsOf(settings, text) : [],
  }
}

/** What keeps a script from doing what it was written for, although it runs. */
function warningsOf(settings: GuardSettings, { compiled }: Extract<GuardText, { state: 'loaded' }>): string[] {
  const empty = compiled.isEmpty === true ? ['it holds no statement, so that it decides nothing'] : []
  return [...empty, ...[...compiled.warnings, ...misplacedUses(settings, compiled.uses)].map(warning => at(warning.text, warning.position))]
}

/** What a guard threw may hold words of the session that it judged; another one learns what kind of fault it was. */
function errorText(error: NonNullable<GuardMetrics['lastError']>, session: SessionRef | null): string {
  return session === null || session.sessionId === error.sessionId ? error.text : `${error.fault} in another session`
}

function gateStatus(parts: StatusParts, gate: Gate, session: SessionRef | null): GateStatus {
  const { active, detail } = gate.status()
  const mode = modeOf(parts, gate, session)
  const switched = mode === 'off' ? 'switched off' : mode === 'observe' ? `observing; ${detail}` : detail
  return { gate: gate.name, active: active && mode !== 'off', detail: active ? switched : detail }
}

function modeOf(parts: StatusParts, guard: PointGuard, session: SessionRef | null): Mode {
  return session === null ? guard.mode : parts.states.modeOf(session, guard.name, guard.mode)
}

function sessionStatus(parts: StatusParts, session: SessionRef): NonNullable<StatusData['session']> {
  const state = parts.states.of(session)
  const runtime = parts.states.rootOf(session).runtimeGuard
  return {
    rounds: state.rounds,
    pendingNotices: state.notices.pending().length,
    runtimeGuard: runtime === null ? null : runtime.kind === 'script' ? runtime.script : 'inline',
  }
}

function summaryOf(guards: readonly GuardStatus[], gates: readonly GateStatus[], points: readonly PointStatus[], notes: readonly string[]): string {
  const broken = guards.filter(guard => guard.state === 'broken' && guard.mode !== 'off')
  const live = guards.filter(guard => guard.state === 'loaded' && guard.mode !== 'off')
  const activeGates = gates.filter(gate => gate.active)
  const waiting = guards.filter(guard => guard.state === 'waiting' && guard.mode !== 'off')
  const head = `${count(live.length, 'guard')} and ${count(activeGates.length, 'gate')} in force`
  const bad = broken.length === 0 ? '' : `; BROKEN: ${broken.map(guard => guard.name).join(', ')}`
  const later = waiting.length === 0 ? '' : `; waiting for a workspace: ${waiting.map(guard => guard.name).join(', ')}`
  const failing = guards.filter(guard => guard.errors > 0 && guard.state === 'loaded' && guard.mode !== 'off')
  const faults = failing.length === 0 ? '' : `; FAILING: ${failing.map(guard => `${guard.name} (${guard.errors} of ${guard.runs})`).join(', ')}`
  const dead = points.filter(point => !point.active && point.detail.startsWith('not active'))
  const lost = dead.length === 0 ? '' : `; NOT ACTIVE: ${dead.map(point => point.point).join(', ')}`
  return `${head}${bad}${faults}${later}${lost}${notes.length === 0 ? '' : `; ${count(notes.length, 'note')}`}`
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}

/** A text with its place, where there is one. */
export function at(text: string, position: { readonly line: number, readonly column: number } | null): string {
  return position === null ? text : `${text} (line ${position.line}, column ${position.column})`
}

function round(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms * 100) / 100
}
