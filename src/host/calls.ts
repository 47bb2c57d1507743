/** What is remembered of each call, from its first listener to its last. Owns the records; decides nothing. */
import type { UserMessage } from '@deepseek-ai/dsh-session'
import type { ToolExecution } from '@deepseek-ai/dsh-tools'
import type { Reentrance } from '../point/reentrance.ts'
import type { AgentStates } from '../state/agent-state.ts'
import type { Clock, CommandView, NoticeQueue, PendingNotice } from '../types.ts'
import type { AgentBook } from './agents.ts'
import { commandOf } from './tool-decisions.ts'

export interface CallRecord {
  /** The same object at every Point, so that gates can remember what they read of the call. */
  readonly view: CommandView
  readonly exempt: boolean
  /** A guard run makes this call: nobody reads its result but the guard. */
  readonly ours: boolean
  verdict: 'allow' | 'deny' | 'ask' | 'undecided' | null
  reason: string
  readonly began: number
  resultSeen: boolean
  sent: readonly UserMessage[]
  /** Notices on the tail of a refusal; they go back when the refusal did not stand. */
  inReason: readonly PendingNotice[]
}

export interface CallBookParts {
  readonly agents: AgentBook
  readonly states: AgentStates
  readonly reentrance: Reentrance
  readonly clock: Clock
  /** Tools that no guard may keep from running, so that a defective guard locks nobody out. */
  isExempt(tool: string): boolean
}

export interface CallBook {
  of(exec: Readonly<ToolExecution>): CallRecord
  /** The notices of the session that makes this call; null for a call of nobody. */
  queueOf(exec: Readonly<ToolExecution>): NoticeQueue | null
}

export function createCallBook(parts: CallBookParts): CallBook {
  const calls = new WeakMap<object, CallRecord>()
  return {
    of(exec) {
      const known = calls.get(exec)
      if (known !== undefined) return known
      const ours = exec.agent !== undefined && parts.reentrance.inside(parts.agents.see(exec.agent).sessionId)
      const fresh: CallRecord = {
        view: commandOf(exec), exempt: ours || parts.isExempt(exec.name), ours, verdict: null, reason: '', began: parts.clock.now(), resultSeen: false, sent: [], inReason: [],
      }
      calls.set(exec, fresh)
      return fresh
    },
    queueOf: exec => exec.agent === undefined ? null : parts.states.of(parts.agents.see(exec.agent)).notices,
  }
}
