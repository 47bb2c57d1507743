/** The state of a session as it is kept: its shape, and how it is rebuilt from the text of a file. Pure. */
import { isJsonObject } from '../base/json.ts'
import type { JsonValue, Mode, PendingNotice } from '../types.ts'

/** The session's one runtime guard, set by the human. */
export type RuntimeGuard =
  | { readonly kind: 'script', readonly script: string }
  | { readonly kind: 'inline', readonly body: string }

export interface SessionRecord {
  readonly rounds: number
  readonly runtimeGuard: RuntimeGuard | null
  /** Modes that the human set for this session, by guard or gate. */
  readonly toggles: Readonly<Record<string, Mode>>
  readonly pending: readonly PendingNotice[]
  /** Skills that guards have activated, by name and arguments. */
  readonly activated: readonly string[]
}

export const EMPTY_RECORD: SessionRecord = { rounds: 0, runtimeGuard: null, toggles: {}, pending: [], activated: [] }

/** Nothing that would be missed. */
export function isEmpty(record: SessionRecord): boolean {
  return record.rounds === 0 && record.runtimeGuard === null && record.pending.length === 0
    && record.activated.length === 0 && Object.keys(record.toggles).length === 0
}

/** Rebuilds the record field by field; null when the text is not one. */
export function parseSessionRecord(text: string): SessionRecord | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (!isJsonObject(value) || value.version !== 1) return null
  const rounds = value.rounds
  if (typeof rounds !== 'number' || !Number.isSafeInteger(rounds) || rounds < 0) return null
  return {
    rounds,
    runtimeGuard: parseRuntimeGuard(value.runtimeGuard),
    toggles: parseToggles(value.toggles),
    pending: parseList(value.pending).flatMap(parsePending),
    activated: parseList(value.activated).filter(item => typeof item === 'string'),
  }
}

function parseList(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : []
}

function parseRuntimeGuard(value: JsonValue | undefined): RuntimeGuard | null {
  if (!isJsonObject(value)) return null
  if (value.kind === 'script' && typeof value.script === 'string') return { kind: 'script', script: value.script }
  if (value.kind === 'inline' && typeof value.body === 'string') return { kind: 'inline', body: value.body }
  return null
}

const MODES: readonly Mode[] = ['enforce', 'observe', 'off']

function parseToggles(value: JsonValue | undefined): Record<string, Mode> {
  if (!isJsonObject(value)) return {}
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, Mode] => MODES.some(mode => mode === entry[1])))
}

function parsePending(value: JsonValue): PendingNotice[] {
  if (!isJsonObject(value) || typeof value.text !== 'string' || typeof value.guard !== 'string') return []
  const count = typeof value.count === 'number' && Number.isSafeInteger(value.count) && value.count > 0 ? value.count : 1
  return [{ guard: value.guard, text: value.text, skill: typeof value.skill === 'string' ? value.skill : null, count }]
}
