/** The critical-paths gate over files in memory, with a scripted checker, one call at a time. */
import { win32 } from 'node:path'
import type { SpecChecker } from '../../../src/check/spec-checker.ts'
import type { SpecCheckers } from '../../../src/check/spec.ts'
import { createCriticalPathsGate, type CriticalPathsGate } from '../../../src/gate/critical-paths.ts'
import { createEffectReader } from '../../../src/gate/effects.ts'
import { flavourOf } from '../../../src/gate/paths.ts'
import type { CheckOutcome, FilesPort, JsonValue, Mode, SessionRef, Verdict } from '../../../src/types.ts'
import { commandOf, countingCounters, inputAt, judging, perSession, resultOf, scriptedClock, sessionAt, type CountingCounters } from './gate-world.ts'
import { memoryFiles, type MemoryFiles, type MemoryNode } from '../files/memory-files.ts'

export interface ScriptedChecker extends SpecChecker {
  /** What the next checks say; the last one stays. */
  answers: CheckOutcome[]
  missing: string | null
  readonly checked: string[]
  /** Runs during a check. */
  during: () => void
}

export function scriptedChecker(...answers: CheckOutcome[]): ScriptedChecker {
  return {
    id: 'scripted',
    answers,
    missing: null,
    checked: [],
    during: () => undefined,
    unavailable() { return Promise.resolve(this.missing) },
    check(spec) {
      this.checked.push(spec.path)
      this.during()
      const [first, ...rest] = this.answers
      if (rest.length > 0) this.answers = rest
      return Promise.resolve(first ?? { kind: 'ok' })
    },
  }
}

export const OK: CheckOutcome = { kind: 'ok' }

export function errors(...messages: string[]): CheckOutcome {
  return { kind: 'errors', diagnostics: messages.map((message, index) => ({ message, line: index + 1, column: 5 })), total: messages.length }
}

export interface CriticalWorld {
  readonly gate: CriticalPathsGate
  readonly files: FilesPort
  readonly memory: MemoryFiles
  readonly checker: ScriptedChecker
  readonly counters: CountingCounters
  readonly reports: string[]
  readonly session: SessionRef
  /** The reason of the refusal; null when the call may run. */
  refused(args: JsonValue, options?: { readonly tool?: string, readonly session?: SessionRef }): Promise<string | null>
  /** The call is over, and has changed what the test changed meanwhile. */
  over(args: JsonValue, options?: { readonly tool?: string }): Promise<void>
  judge(args: JsonValue, options?: { readonly tool?: string, readonly session?: SessionRef, readonly mode?: Mode, readonly signal?: AbortSignal }): Promise<Verdict>
}

export function criticalWorld(nodes: Readonly<Record<string, MemoryNode>>, options: {
  readonly checker?: ScriptedChecker | null
  readonly rules?: readonly string[]
  readonly maxDiagnostics?: number
  readonly foldCase?: boolean
  readonly cwd?: string
} = {}): CriticalWorld {
  const memory = memoryFiles(nodes, { foldCase: options.foldCase ?? false, windows: flavourOf(options.cwd ?? '/ws') === win32 })
  const checker = options.checker ?? scriptedChecker(OK)
  const checkers: SpecCheckers = { choose: () => options.checker === null ? null : checker, describe: () => options.checker === null ? 'no checker: specChecker is off' : 'checker: scripted' }
  const counters = countingCounters()
  const reports: string[] = []
  const session = sessionAt(options.cwd ?? '/ws')
  const effects = createEffectReader({ files: memory, protectedTools: ['write', 'edit', 'str_replace_editor'], home: '/home/u', variables: {} })
  const gate = createCriticalPathsGate({
    settings: { criticalPaths: options.rules ?? ['src/core/**'], protectedTools: ['write', 'edit', 'str_replace_editor'], maxDiagnostics: options.maxDiagnostics ?? 5 },
    mode: 'enforce', clock: scriptedClock(), counters, perSession, files: memory, effects, checkers, home: '/home/u',
    report: (_session, text) => { reports.push(text) },
  })
  const judge: CriticalWorld['judge'] = (args, more = {}) =>
    gate.judge(inputAt(more.session ?? session, commandOf(more.tool ?? 'edit', args), null), judging(more.mode ?? 'enforce', more.signal))
  return {
    async over(args, more = {}) {
      const input = inputAt(session, commandOf(more.tool ?? 'edit', args), resultOf('done'))
      if (gate.applies(input)) await gate.judge(input, judging())
    },
    gate, files: memory, memory, checker, counters, reports, session, judge,
    async refused(args, more = {}) {
      const verdict = await judge(args, more)
      const deny = verdict.actions.find(action => action.kind === 'deny')
      return deny?.kind === 'deny' ? deny.reason : null
    },
  }
}
