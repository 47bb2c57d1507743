/** What a gate needs of its surroundings, in memory: sessions, counters, a clock, and calls to judge. */
import type { CommandView, CounterName, Counters, JsonValue, JudgeContext, Mode, PerSession, PointInput, ResultView, SessionRef, Verdict } from '../../../src/types.ts'

export interface ScriptedClock {
  time: number
  now(): number
}

export function scriptedClock(): ScriptedClock {
  return { time: 1_000, now() { return this.time } }
}

export interface CountingCounters extends Counters {
  readonly counts: Partial<Record<CounterName, number>>
}

export function countingCounters(): CountingCounters {
  const counts: Partial<Record<CounterName, number>> = {}
  return { counts, add(name, by = 1) { counts[name] = (counts[name] ?? 0) + by } }
}

export function perSession<T extends object>(create: () => T): PerSession<T> {
  const values = new Map<string, T>()
  return {
    peek: sessionId => values.get(sessionId),
    of(session) {
      const value = values.get(session.sessionId) ?? create()
      values.set(session.sessionId, value)
      return value
    },
  }
}

export function sessionAt(cwd: string, sessionId = 's'): SessionRef {
  return { sessionId, agentId: sessionId, rootSessionId: sessionId, cwd, isSubagent: false }
}

export function commandOf(name: string, args: JsonValue, callId = 'call-1'): CommandView {
  return { name, args, callId }
}

export function resultOf(text: string, error: { readonly message?: string, readonly code?: string | null } | null = null): ResultView {
  return { isError: error !== null, text, error: error === null ? null : { message: error.message ?? text, code: error.code ?? null }, durationMs: 1 }
}

export function inputAt(session: SessionRef, command: CommandView, result: ResultView | null, more: Partial<PointInput> = {}): PointInput {
  return {
    point: result === null ? 'command' : 'result', session, task: '', request: '', output: '', round: 0, naturalStop: false, command, result, hasAgent: true, ...more,
  }
}

export function judging(mode: Mode = 'enforce', signal: AbortSignal = new AbortController().signal): JudgeContext {
  return { signal, mode, now: 1_000 }
}

export function noticesOf(verdict: Verdict): readonly string[] {
  return verdict.actions.flatMap(action => action.kind === 'notice' ? [action.text] : [])
}
