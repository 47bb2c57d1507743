/**
 * What Shooty reads of the host's objects, told apart by shape and never by version. Readers are
 * total: a field that a host does not have is absent, not an error.
 */
import { randomUUID } from 'node:crypto'
import type { Agent } from '@deepseek-ai/dsh-agent'
import type { SessionRef } from '../types.ts'

/** The only fields of a message that every host version has. */
export interface MessageShape {
  readonly id?: string
  readonly role: string
  readonly content: readonly { readonly type: string, readonly text?: string }[]
  readonly source?: { readonly kind?: string, readonly plugin?: string, readonly guard?: unknown, readonly round?: unknown, readonly name?: unknown, readonly skill?: unknown, readonly args?: unknown }
}

interface HeaderShape {
  readonly cwd?: string
  readonly parentSession?: string
  readonly origin?: string
  readonly delegationDepth?: number
}

interface AgentShape {
  readonly id?: string
  readonly session?: {
    readonly id?: string
    readonly header?: HeaderShape
    readonly events?: readonly EventShape[]
    deriveMessages?(): unknown
    requestHeader?(): unknown
    snapshotEvents?(): readonly EventShape[]
  }
}

function shapeOf(agent: Agent): AgentShape {
  return agent as unknown as AgentShape
}

export function headerOf(agent: Agent): HeaderShape {
  return shapeOf(agent).session?.header ?? {}
}

/** Of the last request; absent where a host does not keep it. */
export function requestHeaderOf(agent: Agent): Readonly<Record<string, unknown>> | undefined {
  return shapeOf(agent).session?.requestHeader?.() as Readonly<Record<string, unknown>> | undefined
}

/** A session that another agent started. Old headers have no depth, resumed ones a depth of 0. */
export function isSubagent(agent: Agent): boolean {
  const header = headerOf(agent)
  return header.origin === 'subagent' || (header.delegationDepth ?? 0) > 0
}

/** The text blocks of a message, joined. */
export function textOf(message: MessageShape): string {
  return (message.content as MessageShape['content'] | undefined ?? []).flatMap(block => block.type === 'text' && typeof block.text === 'string' ? [block.text] : []).join('\n')
}

/** The model-visible history, oldest first; empty where a host cannot say. */
export function messagesOf(agent: Agent): readonly MessageShape[] {
  const derived = shapeOf(agent).session?.deriveMessages?.()
  return Array.isArray(derived) ? derived as MessageShape[] : []
}

/** Text of the last answer of the model; '' when it said nothing but tool calls. */
export function finalText(agent: Agent): string {
  const last = messagesOf(agent).findLast(message => message.role === 'assistant')
  return last === undefined ? '' : textOf(last)
}

/** First and last input of the user in the history; '' where there is none. */
export function userInputs(agent: Agent): { readonly first: string, readonly last: string } {
  const inputs = messagesOf(agent).filter(message => message.role === 'user' && message.source?.kind === 'user')
  const first = inputs[0]
  const last = inputs.at(-1)
  return { first: first === undefined ? '' : textOf(first), last: last === undefined ? '' : textOf(last) }
}

interface EventShape {
  readonly type: string
  readonly data: { readonly chunk?: { readonly type?: string, readonly reason?: { readonly kind?: string } } }
}

/** How the model's last answer ended (`stop`, `max-tokens`, …), read from the session's own log; null where it does not say. */
export function lastFinish(agent: Agent): string | null {
  const { session } = shapeOf(agent)
  const events = session?.events ?? session?.snapshotEvents?.() ?? []
  for (let at = events.length - 1; at >= 0; at -= 1) {
    const event = events[at]
    if (event === undefined || event.type === 'step/start') return null
    if (event.type === 'assistant/chunk' && event.data.chunk?.type === 'finish') return event.data.chunk.reason?.kind ?? null
  }
  return null
}

/** The system prompt of the last request: old hosts keep it in the request header, newer ones in the history; null elsewhere. */
export function sentSystemPrompt(agent: Agent): string | null {
  const header = requestHeaderOf(agent)
  if (typeof header?.system === 'string') return header.system
  const last = messagesOf(agent).findLast(message => message.role === 'system' && textOf(message) !== '')
  return last === undefined ? null : textOf(last)
}

interface InboxShape {
  readonly nextStep?: readonly MessageShape[]
  readonly nextTurn?: readonly MessageShape[]
  remove?(id: string): boolean
}

function inboxOf(agent: Agent): InboxShape {
  return (agent as { readonly inbox?: InboxShape }).inbox ?? {}
}

/** The messages that the host keeps for a later step; empty where it does not say. */
export function pendingMessages(agent: Agent): readonly MessageShape[] {
  const { nextStep, nextTurn } = inboxOf(agent)
  return [...nextStep ?? [], ...nextTurn ?? []]
}

export function pendingIds(agent: Agent): readonly (string | undefined)[] {
  return pendingMessages(agent).map(message => message.id)
}

/** Takes a message out of what waits for a later step; the host tells of it as discarded. */
export function removePending(agent: Agent, id: string): void {
  inboxOf(agent).remove?.(id)
}

/** @param rootOf the root of a session that was seen before. */
export function sessionRef(agent: Agent, rootOf: (sessionId: string) => string | undefined): SessionRef {
  const header = headerOf(agent)
  const sessionId = idOf(agent)
  const sub = isSubagent(agent)
  // A fork has a parent as well, but it is the user's own session and its own root.
  const root = sub && header.parentSession !== undefined ? rootOf(header.parentSession) ?? header.parentSession : sessionId
  return {
    sessionId, agentId: shapeOf(agent).id ?? sessionId, rootSessionId: root, cwd: header.cwd ?? process.cwd(), isSubagent: sub,
    ...sub && header.parentSession !== undefined ? { parentSessionId: String(header.parentSession) } : {},
  }
}

const unnamed = new WeakMap<Agent, string>()

/** Of the session. A host that names neither session nor agent gets a name for the agent's life, so that its calls still belong together. */
function idOf(agent: Agent): string {
  const { session, id } = shapeOf(agent)
  const own = session?.id ?? id
  if (own !== undefined) return own
  const known = unnamed.get(agent) ?? `unnamed-${randomUUID()}`
  unnamed.set(agent, known)
  return known
}
