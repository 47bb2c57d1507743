/**
 * Messages that Shooty puts into a conversation. Built by hand, in the one form that every host
 * version takes: an id, our own source kind, JSON only.
 */
import type { UserMessage } from '@deepseek-ai/dsh-session'
import { followUpSummary, noticeText, skillKey, summaryOf } from '../notice/words.ts'
import type { PendingNotice } from '../types.ts'
import type { MessageShape } from './shapes.ts'

export const SOURCE_KIND = 'shooty'

/** The three spellings under which our own messages come back from old and converted sessions. */
export function isOurs(source: { readonly kind?: string, readonly plugin?: string } | undefined): boolean {
  return source?.kind === SOURCE_KIND || source?.kind === `plugin:${SOURCE_KIND}`
    || (source?.kind === 'plugin' && source.plugin === SOURCE_KIND)
}

type Source = Readonly<Record<string, string | number>> & { readonly kind: string }

function userMessage(id: string, text: string, source: Source): UserMessage {
  // The host types know only their own source kinds; any own kind is accepted, kept and resumed.
  return { id, role: 'user', content: [{ type: 'text', text }], source } as unknown as UserMessage
}

export function noticeMessage(id: string, notice: PendingNotice): UserMessage {
  const text = noticeText(notice)
  return notice.skill === null
    ? userMessage(id, text, { kind: SOURCE_KIND, form: 'notice', summary: summaryOf(`${notice.guard}: ${notice.text}`), guard: notice.guard })
    : userMessage(id, text, { kind: SOURCE_KIND, form: 'instructions', skill: notice.skill, guard: notice.guard, ...notice.args === undefined ? {} : { args: notice.args } })
}

/** Which skills' instructions are among these messages, by `skillKey`. */
export function skillsIn(messages: readonly MessageShape[]): ReadonlySet<string> {
  return new Set(messages.flatMap(({ source }) =>
    isOurs(source) && typeof source?.skill === 'string' ? [skillKey(source.skill, typeof source.args === 'string' ? source.args : '')] : []))
}

export function followUpMessage(id: string, message: { readonly text: string, readonly guard: string, readonly round: number }): UserMessage {
  return userMessage(id, message.text, {
    kind: SOURCE_KIND, form: 'notice', summary: followUpSummary(message.guard, message.text), guard: message.guard, round: message.round,
  })
}

/** The host's tool that loads a skill. */
export const SKILL_TOOL = 'skill'

/** Names of the skills that the human invoked in these messages, or that the model loaded. */
export function skillsUsed(messages: readonly MessageShape[]): readonly string[] {
  return messages.flatMap(({ role, source, content }) => {
    if (source?.kind === 'skill-invocation') return typeof source.name === 'string' ? [source.name] : []
    if (role !== 'assistant') return []
    return (content as readonly { readonly type: string, readonly name?: unknown, readonly arguments?: unknown }[])
      .flatMap(block => block.type === 'tool-call' && block.name === SKILL_TOOL ? namesIn(block.arguments) : [])
  })
}

function namesIn(args: unknown): string[] {
  try {
    const value: unknown = typeof args === 'string' ? JSON.parse(args) : args
    const name = typeof value === 'object' && value !== null && 'name' in value ? value.name : null
    return typeof name === 'string' ? [name] : []
  } catch {
    return []
  }
}
