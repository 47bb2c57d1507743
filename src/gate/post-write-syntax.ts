/**
 * The post-write-syntax gate: after a call that wrote files, says which syntax errors it brought
 * in, on that very call. At COMMAND it only looks, and never refuses nor fails; at RESULT it never
 * changes the result. Writes nothing.
 */
import { LRUCache } from 'lru-cache'
import type { SyntaxChecker } from '../check/syntax/checker.ts'
import type { Clock, Counters, FilesPort, Gate, JudgeContext, Mode, PerSession, PointInput, SessionRef, Settings, Verdict } from '../types.ts'
import { capture, createBeforeStates } from './syntax/before.ts'
import type { BeforeStates, Captured, WriteReader } from './syntax/before.ts'
import { checkFile, type FileFinding } from './syntax/check-file.ts'
import { checkersFor, createFindings } from './syntax/findings.ts'
import type { SyntaxMemory } from './syntax/findings.ts'
import { shownPath } from './syntax/words.ts'
import { verdictOf } from './verdict.ts'

export interface PostWriteSyntaxDeps {
  readonly settings: Pick<Settings, 'postWriteSyntax' | 'maxDiagnostics' | 'checkTimeoutMs'>
  readonly mode: Mode
  readonly clock: Clock
  readonly counters: Counters
  readonly files: Pick<FilesPort, 'read' | 'stat' | 'list'>
  readonly effects: WriteReader
  readonly checkers: readonly SyntaxChecker[]
  readonly perSession: <T extends object>(create: () => T) => PerSession<T>
  /** An error in the file was reported and it is not repaired yet: other gates let its next write through. */
  readonly repairable: (path: string, session: SessionRef) => Promise<void>
}

interface SessionState extends SyntaxMemory {
  readonly before: BeforeStates
  /** Files with a reported error, until a check finds them whole. */
  readonly reported: LRUCache<string, true>
}

const MAX_REPORTED = 1_000

export function createPostWriteSyntaxGate(deps: PostWriteSyntaxDeps): Gate {
  const on = deps.settings.postWriteSyntax && deps.mode !== 'off'
  const sessions = deps.perSession<SessionState>(() => ({ before: createBeforeStates(), reported: new LRUCache({ max: MAX_REPORTED }), said: new Set(), failures: new Map() }))
  return {
    name: 'post-write-syntax',
    kind: 'gate',
    points: ['command', 'result'],
    mode: on ? deps.mode : 'off',
    hash: () => null,
    applies: input => on && input.command !== null,
    status: () => ({
      active: on,
      detail: on ? deps.checkers.map(checker => `${checker.language}: ${checker.describe()}`).join('; ') : 'off: postWriteSyntax is false',
    }),
    async judge(input, run) {
      const began = deps.clock.now()
      const state = sessions.of(input.session)
      // A call that nobody makes has no result to compare with.
      if (input.point === 'command' && run.trial !== true) await look(deps, state, input, run)
      return input.point === 'result' ? judgeResult(deps, state, input, run, began) : verdictOf(deps.clock, began)
    },
  }
}

async function look(deps: PostWriteSyntaxDeps, state: SessionState, input: PointInput, run: JudgeContext): Promise<void> {
  if (input.command === null) return
  const captured = await capture(deps, input.command, input.session, run.signal)
  if (captured.files.length > 0 || captured.problem !== null) state.before.set(input.command.callId, captured)
}

async function judgeResult(deps: PostWriteSyntaxDeps, state: SessionState, input: PointInput, run: JudgeContext, began: number): Promise<Verdict> {
  const captured = takeCaptured(state, input)
  if (captured === null) return verdictOf(deps.clock, began)
  const findings = createFindings(state, deps.counters, run.mode === 'enforce')
  if (captured.problem !== null) findings.fault('internal', captured.problem)
  findings.left(captured.left)
  for (const file of captured.files) {
    const finding = await checkFile({
      files: deps.files,
      checkers: checkersFor(state, deps.checkers),
      signal: run.signal,
      // One time-out for all files of the call: the call waits for it.
      remaining: () => deps.settings.checkTimeoutMs - (deps.clock.now() - began),
    }, input.session, file)
    if (run.signal.aborted) return verdictOf(deps.clock, began, { cancelled: true })
    findings.add(shownPath(input.session, file.absolute), finding)
    // The repair may take several writes, and a check that could not be made says nothing of the file.
    if (run.mode === 'enforce' && isToRepair(state, file.absolute, finding)) await deps.repairable(file.absolute, input.session)
  }
  const { notices, fault } = findings.result(deps.settings.maxDiagnostics)
  return verdictOf(deps.clock, began, { actions: notices.map(text => ({ kind: 'notice', text })), fault })
}

function isToRepair({ reported }: SessionState, path: string, finding: FileFinding): boolean {
  if (finding.kind === 'checked' && finding.introduced.length > 0) reported.set(path, true)
  if (finding.kind === 'checked' && !finding.broken) reported.delete(path)
  return reported.has(path)
}

/** Taken away whatever the outcome was: each call reaches RESULT once. */
function takeCaptured(state: SessionState, input: PointInput): Captured | null {
  if (input.command === null) return null
  const captured = state.before.get(input.command.callId) ?? null
  state.before.delete(input.command.callId)
  return input.result === null || input.result.isError ? null : captured
}
