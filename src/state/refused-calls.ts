/**
 * Calls that were refused, each with a short code that only the human is shown, and which of them may run once: exactly
 * that tool, those arguments, that folder, in that session, within the hour. In memory.
 */
import { createHash, randomInt } from 'node:crypto'
import type { CommandView, PerSession, SessionRef } from '../types.ts'

/** Milliseconds in which a refusal can be allowed, and an allowance used. */
export const ALLOW_WINDOW = 3_600_000
/** Refusals remembered of a session. */
export const MAX_REFUSED = 50
/** Without letters that look like another. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const CODE_LENGTH = 5
const MAX_SHOWN = 160

export interface RefusedCall {
  readonly code: string
  readonly time: number
  readonly guard: string
  readonly tool: string
  /** The arguments in short, for the human. */
  readonly shown: string
  readonly state: 'refused' | 'allowed' | 'used'
}

export type Allowance =
  | { readonly kind: 'allowed', readonly call: RefusedCall }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'late', readonly call: RefusedCall }
  | { readonly kind: 'used', readonly call: RefusedCall }

export interface RefusedCallBook {
  refused(session: SessionRef, command: CommandView, guard: string): void
  /** @returns the guard that had refused it, when the human has allowed this very call; it is used up then. */
  take(session: SessionRef, command: CommandView): string | null
  allow(session: SessionRef, code: string): Allowance
  /** Those that can still be allowed or used, the latest first; of the session and its subagents. */
  open(session: SessionRef): readonly RefusedCall[]
}

interface Entry {
  readonly key: string
  readonly call: RefusedCall
  /** When the human allowed it; null: not yet. */
  allowedAt: number | null
  used: boolean
}

/** @param sessions one list for a session and the subagents it started. */
export function createRefusedCalls(sessions: PerSession<Entry[]>, now: () => number, random: (below: number) => number = below => randomInt(below)): RefusedCallBook {
  const listOf = (session: SessionRef): Entry[] => sessions.of({ ...session, sessionId: session.rootSessionId })
  const stateOf = (entry: Entry): RefusedCall => ({ ...entry.call, state: entry.used ? 'used' : entry.allowedAt === null ? 'refused' : 'allowed' })
  const fresh = (entry: Entry): boolean => now() - (entry.allowedAt ?? entry.call.time) < ALLOW_WINDOW

  return {
    refused(session, command, guard) {
      const list = listOf(session)
      const key = keyOf(session, command)
      // Asked again, it is still the same call: one code for it.
      const known = list.find(entry => entry.key === key && !entry.used && entry.call.guard === guard && fresh(entry))
      if (known !== undefined) return
      list.push({ key, allowedAt: null, used: false, call: { code: codeFor(list, random), time: now(), guard, tool: command.name, shown: shownOf(command), state: 'refused' } })
      if (list.length > MAX_REFUSED) list.shift()
    },
    take(session, command) {
      const list = sessions.peek(session.rootSessionId)
      if (list === undefined || list.every(entry => entry.allowedAt === null)) return null
      const key = keyOf(session, command)
      const entry = list.find(one => one.key === key && one.allowedAt !== null && !one.used && fresh(one))
      if (entry === undefined) return null
      entry.used = true
      return entry.call.guard
    },
    allow(session, code) {
      const entry = listOf(session).find(one => one.call.code === code.trim().toLowerCase())
      if (entry === undefined) return { kind: 'unknown' }
      if (entry.used) return { kind: 'used', call: stateOf(entry) }
      if (!fresh(entry)) return { kind: 'late', call: stateOf(entry) }
      entry.allowedAt ??= now()
      return { kind: 'allowed', call: stateOf(entry) }
    },
    open: session => listOf(session).filter(entry => !entry.used && fresh(entry)).map(stateOf).reverse(),
  }
}

export type RefusedCallList = Entry[]

/** Tool, arguments and folder; the order of keys does not matter. */
function keyOf(session: SessionRef, command: CommandView): string {
  return createHash('sha256').update(JSON.stringify([command.name, sorted(command.args), session.cwd])).digest('hex')
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value).sort(([left], [right]) => left < right ? -1 : 1).map(([key, item]) => [key, sorted(item)])
}

function codeFor(list: readonly Entry[], random: (below: number) => number): string {
  for (;;) {
    const code = Array.from({ length: CODE_LENGTH }, () => LETTERS[random(LETTERS.length)] ?? 'a').join('')
    if (!list.some(entry => entry.call.code === code)) return code
  }
}

function shownOf(command: CommandView): string {
  const { args } = command
  const text = typeof args === 'object' && args !== null && !Array.isArray(args) && typeof args.command === 'string' ? args.command : JSON.stringify(args)
  const line = text.replace(/\s+/g, ' ')
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line
}
