/**
 * Brings what waits in the queues to the model and makes sure that it arrived: each notice is in
 * flight from the moment a channel took it until it is seen claimed or in the history; what a
 * cancellation or another plugin threw away goes back to the head of its queue.
 */
import type { Agent } from '@deepseek-ai/dsh-agent'
import type { UserMessage } from '@deepseek-ai/dsh-session'
import type { NoticeQueue, PendingNotice } from '../types.ts'
import { noticeMessage } from './messages.ts'
import type { MessageShape } from './shapes.ts'

interface InFlight {
  readonly notice: PendingNotice
  readonly agent: Agent
  /** Put into the messages of a step: counts as arrived once the history has it. */
  readonly inStep: boolean
}

export interface Delivery {
  /** Messages for everything that waits; they are in flight from here on. */
  take(agent: Agent, queue: NoticeQueue, inStep: boolean): UserMessage[]
  /** A message left the inbox for a step: it arrived. */
  arrived(messageId: string | undefined): void
  /** A message was thrown away before it reached a step. */
  lost(messageId: string | undefined, queue: NoticeQueue): void
  /** Of a call's contexts, those that the final result does not carry go back. */
  settleCall(sent: readonly UserMessage[], kept: readonly MessageShape[] | undefined, queue: NoticeQueue): void
  /** Looks up in the history what was put into steps; what is not there goes back. */
  confirmSteps(agent: Agent, history: () => readonly MessageShape[], queue: NoticeQueue): void
  forget(agent: Agent): void
}

export function createDelivery(newId: () => string): Delivery {
  const flying = new Map<string, InFlight>()

  const giveBack = (ids: readonly string[], queue: NoticeQueue): void => {
    const notices = ids.flatMap((id) => {
      const entry = flying.get(id)
      flying.delete(id)
      return entry === undefined ? [] : [entry.notice]
    })
    queue.putBack(notices)
  }

  return {
    take(agent, queue, inStep) {
      return queue.take().map((notice) => {
        const id = newId()
        flying.set(id, { notice, agent, inStep })
        return noticeMessage(id, notice)
      })
    },
    arrived(messageId) {
      if (messageId !== undefined) flying.delete(messageId)
    },
    lost(messageId, queue) {
      if (messageId !== undefined) giveBack([messageId], queue)
    },
    settleCall(sent, kept, queue) {
      const there = new Set(kept?.map(message => message.id))
      giveBack(sent.map(message => String(message.id)).filter(id => !there.has(id)), queue)
    },
    confirmSteps(agent, history, queue) {
      const open = [...flying].filter(([, entry]) => entry.agent === agent && entry.inStep).map(([id]) => id)
      if (open.length === 0) return
      const there = new Set(history().map(message => message.id))
      for (const id of open) if (there.has(id)) flying.delete(id)
      giveBack(open.filter(id => flying.has(id)), queue)
    },
    forget(agent) {
      for (const [id, entry] of flying) if (entry.agent === agent) flying.delete(id)
    },
  }
}
