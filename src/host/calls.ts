/** What is remembered of each call, from its first listener to its last. Owns the records; decides nothing. */
import type { UserMessage } from '@deepseek-ai/dsh-session'
import type { ToolExecution } from '@deepseek-ai/dsh-tools'
import type { Reentrance } from '../point/reentrance.ts'
import type { AgentStates } from '../state/agent-state.ts'
import type { AskEnd, Clock, CommandView, NoticeQueue, PendingNotice } from '../types.ts'
import type { AgentBook } from './agents.ts'
import { callKeyOf } from './exec-shape.ts'
import { commandOf } from './tool-decisions.ts'

export interface CallRecord {
  /** The same object at every Point, so that gates can remember what they read of the call. */
  readonly view: CommandView
  /** What the notices of its guards are kept under. An inner call of code mode goes by the outer one, whose result the model reads. */
  readonly key: string
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
  /** A question of our guards that is put, or has been, to whoever answers on this host. */
  question: Question | null
  /** The tool's body was reached. */
  ran: boolean
}

export interface Question {
  readonly reason: string
  /** The host's own word for the answer; null while, or because, nobody was reached. */
  answer: string | null
  /** How it ended; null while it is open. */
  end: AskEnd | null
  settle(end: AskEnd): void
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
  /** Whether a notice about these calls may ride on this one: its own, and those of no call or of calls that are over. */
  rideOn(exec: Readonly<ToolExecution>): (calls: ReadonlySet<string>) => boolean
  /** The final outcome of a call is there. */
  over(exec: Readonly<ToolExecution>): void
  /** The notices of the session that makes this call; null for a call of nobody. */
  queueOf(exec: Readonly<ToolExecution>): NoticeQueue | null
}

export function createCallBook(parts: CallBookParts): CallBook {
  const calls = new WeakMap<object, CallRecord>()
  const open = new WeakMap<object, Set<string>>()
  let number = 0
  const openOf = (agent: object): Set<string> => {
    const known = open.get(agent)
    if (known !== undefined) return known
    const fresh = new Set<string>()
    open.set(agent, fresh)
    return fresh
  }
  return {
    of(exec) {
      const known = calls.get(exec)
      if (known !== undefined) return known
      const ours = exec.agent !== undefined && parts.reentrance.inside(parts.agents.see(exec.agent).sessionId)
      const fresh: CallRecord = {
        view: commandOf(exec), key: callKeyOf(exec) ?? `call-${number += 1}`, exempt: ours || parts.isExempt(exec.name), ours, verdict: null, reason: '', began: parts.clock.now(), resultSeen: false, sent: [], inReason: [], question: null, ran: false,
      }
      calls.set(exec, fresh)
      if (exec.agent !== undefined && exec.parent === undefined) openOf(exec.agent).add(fresh.key)
      return fresh
    },
    rideOn(exec) {
      const { key } = this.of(exec)
      const others = exec.agent === undefined ? new Set<string>() : openOf(exec.agent)
      return about => about.has(key) || ![...about].some(call => others.has(call))
    },
    over(exec) {
      if (exec.agent !== undefined && exec.parent === undefined) openOf(exec.agent).delete(this.of(exec).key)
    },
    queueOf: exec => exec.agent === undefined ? null : parts.states.of(parts.agents.see(exec.agent)).notices,
  }
}
