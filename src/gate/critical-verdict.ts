/**
 * The verdict on one protected file: finds its specification, asks the checker, ties the answer to
 * the content. Owns what a session remembers (accepted contents, open repair windows); changes it
 * only through `settle`, when the whole call has been decided.
 */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { saysNothing } from '../check/lean-text.ts'
import type { SpecChecker } from '../check/spec-checker.ts'
import { assertNever } from '../errors.ts'
import type { CheckOutcome, Counters, Diagnostic, FilesPort } from '../types.ts'
import { specCandidates } from './critical-rules.ts'
import type { CriticalTarget } from './critical-targets.ts'
import type { Looked } from './critical-words.ts'
import type { Workspace } from './workspace.ts'

/** Bytes of a specification. */
export const MAX_SPEC_BYTES = 1_048_576
const MAX_REMEMBERED = 1_000
const MAX_CALLS = 64

export interface CriticalMemory {
  /** Specification path to the content and checker that were accepted. */
  readonly accepted: LRUCache<string, string>
  /** Files whose next write is let through, to the content that was rejected last, or SYNTAX. */
  readonly windows: LRUCache<string, string>
  /** Calls that run through a window now: it opens again when they turn out to have written nothing. */
  readonly repairs: LRUCache<string, readonly Repair[]>
}

/** A window that one call uses up, and the file as it was. */
export interface Repair {
  readonly path: string
  readonly key: string
  readonly window: string
  /** Size and time of the file; null: it could not be looked at. */
  readonly stamp: string | null
}

/** Stands in a window for a reported syntax error: no content of a specification is tied to it. */
export const SYNTAX = 'syntax'

export function createCriticalMemory(): CriticalMemory {
  return { accepted: new LRUCache({ max: MAX_REMEMBERED }), windows: new LRUCache({ max: MAX_REMEMBERED }), repairs: new LRUCache({ max: MAX_CALLS }) }
}

export interface Spec {
  readonly path: string
  readonly relative: string
  readonly text: string
  readonly truncated: boolean
  /** SHA-256 of the content, hex. */
  readonly hash: string
}

export type Decision =
  | { readonly kind: 'open', readonly target: CriticalTarget }
  | { readonly kind: 'repair', readonly target: CriticalTarget, readonly spec: Spec | null, readonly window: string }
  | { readonly kind: 'stand-down', readonly reason: string }
  | { readonly kind: 'no-spec', readonly target: CriticalTarget, readonly looked: readonly Looked[] }
  | { readonly kind: 'rejected', readonly target: CriticalTarget, readonly looked: readonly Looked[], readonly spec: Spec, readonly diagnostics: readonly Diagnostic[], readonly total: number }
  | { readonly kind: 'failed', readonly target: CriticalTarget, readonly looked: readonly Looked[], readonly spec: Spec, readonly reason: string }

export interface VerdictDeps {
  readonly files: FilesPort
  readonly counters: Counters
  readonly maxDiagnostics: number
}

/**
 * One decision for each target, up to the first that refuses; where specifications are missing, one for
 * each of those files and nothing is checked: no check could let the call through.
 */
export async function decideAll(
  targets: readonly CriticalTarget[], checker: SpecChecker, workspace: Workspace, memory: CriticalMemory, deps: VerdictDeps, signal: AbortSignal,
): Promise<Decision[]> {
  const examined: Examined[] = []
  for (const target of targets) {
    examined.push({ target, ...await findSpec(target, workspace, deps.files), window: memory.windows.get(workspace.key(target.path)) })
  }
  const missing = examined.filter(one => one.spec === null && one.window === undefined)
  if (missing.length > 0) return missing.map(({ target, looked }) => ({ kind: 'no-spec', target, looked }))
  const decisions: Decision[] = []
  for (const one of examined) {
    const decision = await decide(one, checker, workspace, memory, deps, signal)
    decisions.push(decision)
    if (signal.aborted || isRefusal(decision)) break
  }
  return decisions
}

interface Examined {
  readonly target: CriticalTarget
  readonly spec: Spec | null
  readonly looked: readonly Looked[]
  readonly window: string | undefined
}

async function decide(
  { target, spec, looked, window }: Examined, checker: SpecChecker, workspace: Workspace, memory: CriticalMemory, deps: VerdictDeps, signal: AbortSignal,
): Promise<Decision> {
  if (spec === null) return window === undefined ? { kind: 'no-spec', target, looked } : { kind: 'repair', target, spec, window }
  const tied = tie(spec, checker)
  if (memory.accepted.get(spec.path) === tied) return { kind: 'open', target }
  // Nothing has changed since it was rejected: the window decides, another check would say the same.
  if (window === tied) return { kind: 'repair', target, spec, window }
  deps.counters.add('specChecks')
  const outcome = await checkContent(spec, checker, workspace, deps.files, signal)
  if (outcome.kind === 'ok') {
    memory.accepted.set(spec.path, tied)
    return { kind: 'open', target }
  }
  if (outcome.kind === 'unavailable') return { kind: 'stand-down', reason: outcome.reason }
  if (window !== undefined) return { kind: 'repair', target, spec, window }
  switch (outcome.kind) {
    case 'errors': return { kind: 'rejected', target, looked, spec, diagnostics: outcome.diagnostics.slice(0, deps.maxDiagnostics), total: outcome.total }
    case 'failed': return { kind: 'failed', target, looked, spec, reason: outcome.reason }
    default: return assertNever(outcome)
  }
}

/** Takes over what the decisions on one call mean for the next. Only the refusal that was quoted opens a window. */
export async function settle(
  decisions: readonly Decision[], callId: string, checker: SpecChecker, workspace: Workspace, memory: CriticalMemory, files: FilesPort,
): Promise<void> {
  const refused = decisions.find(decision => isRefusal(decision))
  if (refused !== undefined) {
    if (refused.kind === 'rejected' || refused.kind === 'failed') memory.windows.set(workspace.key(refused.target.path), tie(refused.spec, checker))
    return
  }
  const repairs: Repair[] = []
  for (const decision of decisions) {
    if (decision.kind !== 'open' && decision.kind !== 'repair') continue
    const { path } = decision.target
    const key = workspace.key(path)
    if (decision.kind === 'repair') repairs.push({ path, key, window: decision.window, stamp: await stampOf(files, workspace, path) })
    memory.windows.delete(key)
  }
  if (repairs.length > 0) memory.repairs.set(callId, repairs)
}

/** After the call: an edit that failed and left the file alone has not used the window up. */
export async function restoreUnused(callId: string, workspace: Workspace, memory: CriticalMemory, files: FilesPort): Promise<void> {
  const repairs = memory.repairs.get(callId) ?? []
  memory.repairs.delete(callId)
  for (const { path, key, window, stamp } of repairs) {
    if (stamp !== null && !memory.windows.has(key) && await stampOf(files, workspace, path) === stamp) memory.windows.set(key, window)
  }
}

async function stampOf(files: FilesPort, workspace: Workspace, path: string): Promise<string | null> {
  const stat = await files.stat(workspace.session, path).catch(() => null)
  return stat === null ? null : `${stat.size} ${stat.mtimeMs}`
}

export function isRefusal(decision: Decision): boolean {
  return decision.kind === 'no-spec' || decision.kind === 'rejected' || decision.kind === 'failed'
}

/** What a verdict holds for: this content, judged by this checker. */
export function tie(spec: Spec, checker: SpecChecker): string {
  return `${checker.id}\n${spec.hash}`
}

export async function findSpec(target: Pick<CriticalTarget, 'relative'>, workspace: Workspace, files: FilesPort): Promise<{ readonly spec: Spec | null, readonly looked: readonly Looked[] }> {
  const looked: Looked[] = []
  for (const relative of specCandidates(target.relative)) {
    const path = workspace.at(relative)
    const content = await files.read(workspace.session, path, MAX_SPEC_BYTES).catch(() => null)
    looked.push({ relative, found: content !== null })
    if (content === null) continue
    const { bytes, truncated } = content
    const hash = createHash('sha256').update(bytes).digest('hex')
    return { spec: { path, relative, text: new TextDecoder().decode(bytes), truncated, hash }, looked }
  }
  return { spec: null, looked }
}

/** The check reads the file by itself; a content that changed meanwhile has no verdict. */
async function checkContent(spec: Spec, checker: SpecChecker, workspace: Workspace, files: FilesPort, signal: AbortSignal): Promise<CheckOutcome> {
  if (spec.truncated) return problem(`the specification is larger than ${MAX_SPEC_BYTES} bytes`)
  if (saysNothing(spec.text)) return problem('the specification is empty: it states nothing')
  const outcome = await checker.check({ path: spec.path, text: spec.text }, workspace.session, signal)
  if (outcome.kind !== 'ok') return outcome
  const after = await files.read(workspace.session, spec.path, MAX_SPEC_BYTES).catch(() => null)
  const hash = after === null ? null : createHash('sha256').update(after.bytes).digest('hex')
  return hash === spec.hash ? outcome : problem('the specification changed while it was checked')
}

function problem(message: string): CheckOutcome {
  return { kind: 'errors', diagnostics: [{ message, line: null, column: null }], total: 1 }
}
