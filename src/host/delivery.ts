/**
 * Brings what waits in the queues to the model and makes sure that it arrived: each notice is in
 * flight from the moment a channel took it until the history has it; what a cancellation or another
 * plugin threw away goes back to its place in its queue.
 */
import type { Agent } from '@deepseek-ai/dsh-agent'
import type { UserMessage } from '@deepseek-ai/dsh-session'
import type { NoticeQueue, PendingNotice } from '../types.ts'
import { noticeMessage } from './messages.ts'
import type { MessageShape } from './shapes.ts'

/**
 * Where a message is: a context of a call that is not over; a context of a call that is over, so that
 * the host's inbox has it or nobody has; or in the messages of a step.
 */
type Stage = 'call' | 'inbox' | 'step'

interface InFlight {
  readonly notice: PendingNotice
  readonly agent: Agent
  stage: Stage
}

/** Where messages can be seen, besides in flight. Ids of messages. */
export interface Sightings {
  /** The model-visible history; read only when something is in flight. */
  history(): readonly MessageShape[]
  /** What the host still keeps for a later step. */
  inbox(): readonly (string | undefined)[]
  /** The messages of the step that is being entered. */
  readonly step: readonly MessageShape[]
}

export interface Delivery {
  /** Messages for what waits; they are in flight from here on. @param which see NoticeQueue.take. */
  take(agent: Agent, queue: NoticeQueue, channel: 'call' | 'step', which?: (calls: ReadonlySet<string>) => boolean): UserMessage[]
  /** A message left the inbox for a step. It arrives with the step, and not if the step is rejected. */
  claimed(messageId: string | undefined): void
  /** A message was thrown away before it reached a step. */
  lost(messageId: string | undefined, queue: NoticeQueue): void
  /** A call is over: of its contexts, those that the final result does not carry go back. */
  settleCall(sent: readonly UserMessage[], kept: readonly MessageShape[] | undefined, queue: NoticeQueue): void
  /** Ids of messages of ours that wait in the host's inbox. */
  inInbox(agent: Agent): readonly string[]
  /** What is in the history has arrived; what is nowhere to be seen goes back. */
  confirm(agent: Agent, seen: Sightings, queue: NoticeQueue): void
  /** The agent is gone: what it has not got goes back, to be read when its session is resumed. */
  forget(agent: Agent, seen: Omit<Sightings, 'step'>, queue: NoticeQueue): void
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
  const idsOf = (agent: Agent, stages: readonly Stage[]): string[] =>
    [...flying].filter(([, entry]) => entry.agent === agent && stages.includes(entry.stage)).map(([id]) => id)

  const reconcile = (agent: Agent, stages: readonly Stage[], seen: Sightings, queue: NoticeQueue): void => {
    const open = idsOf(agent, stages)
    if (open.length === 0) return
    const arrived = new Set(seen.history().map(message => message.id))
    const coming = new Set([...seen.step.map(message => message.id), ...seen.inbox()])
    for (const id of open) if (arrived.has(id)) flying.delete(id)
    giveBack(open.filter(id => flying.has(id) && !coming.has(id)), queue)
  }

  return {
    take(agent, queue, channel, which) {
      return queue.take(which).map((notice) => {
        const id = newId()
        flying.set(id, { notice, agent, stage: channel })
        return noticeMessage(id, notice)
      })
    },
    claimed(messageId) {
      const entry = messageId === undefined ? undefined : flying.get(messageId)
      if (entry !== undefined) entry.stage = 'step'
    },
    lost(messageId, queue) {
      if (messageId !== undefined) giveBack([messageId], queue)
    },
    settleCall(sent, kept, queue) {
      const there = new Set(kept?.map(message => message.id))
      for (const { id } of sent) {
        const entry = flying.get(String(id))
        if (entry?.stage === 'call') entry.stage = 'inbox'
      }
      giveBack(sent.map(message => String(message.id)).filter(id => !there.has(id)), queue)
    },
    inInbox: agent => idsOf(agent, ['inbox']),
    confirm(agent, seen, queue) { reconcile(agent, ['inbox', 'step'], seen, queue) },
    forget(agent, seen, queue) {
      reconcile(agent, ['call', 'inbox', 'step'], { ...seen, step: [] }, queue)
      for (const [id, entry] of flying) if (entry.agent === agent) flying.delete(id)
    },
  }
}
