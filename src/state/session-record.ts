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

/** The form that is written. A larger number was written by a newer Shooty. */
export const RECORD_VERSION = 1

export type ReadRecord =
  /** `damaged`: fields of which a part, or all, could not be kept. */
  | { readonly kind: 'record', readonly record: SessionRecord, readonly damaged: readonly string[] }
  | { readonly kind: 'newer', readonly version: number }
  | { readonly kind: 'unreadable' }

/** Rebuilds the record field by field; what is damaged costs that field and no other. */
export function readSessionRecord(text: string): ReadRecord {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { kind: 'unreadable' }
  }
  if (!isJsonObject(value) || typeof value.version !== 'number') return { kind: 'unreadable' }
  if (value.version > RECORD_VERSION) return { kind: 'newer', version: value.version }
  if (value.version !== RECORD_VERSION) return { kind: 'unreadable' }
  const damaged: string[] = []
  const field = <T>(name: keyof SessionRecord, absent: T, read: (raw: JsonValue) => { readonly kept: T, readonly whole: boolean }): T => {
    const raw = value[name]
    if (raw === undefined) return absent
    const { kept, whole } = read(raw)
    if (!whole) damaged.push(name)
    return kept
  }
  const record: SessionRecord = {
    rounds: field('rounds', 0, readRounds),
    runtimeGuard: field('runtimeGuard', null, readRuntimeGuard),
    toggles: field('toggles', {}, readToggles),
    pending: field('pending', [], raw => readList(raw, readPending)),
    activated: field('activated', [], raw => readList(raw, item => typeof item === 'string' ? item : null)),
  }
  return { kind: 'record', record, damaged }
}

interface Kept<T> {
  readonly kept: T
  /** Nothing of what stood there was lost. */
  readonly whole: boolean
}

function readRounds(raw: JsonValue): Kept<number> {
  const whole = typeof raw === 'number' && Number.isSafeInteger(raw) && raw >= 0
  return { kept: whole ? raw : 0, whole }
}

function readList<T>(raw: JsonValue, read: (item: JsonValue) => T | null): Kept<T[]> {
  if (!Array.isArray(raw)) return { kept: [], whole: false }
  const kept = raw.map(read).filter(item => item !== null)
  return { kept, whole: kept.length === raw.length }
}

function readRuntimeGuard(raw: JsonValue): Kept<RuntimeGuard | null> {
  if (raw === null) return { kept: null, whole: true }
  if (isJsonObject(raw) && raw.kind === 'script' && typeof raw.script === 'string') return { kept: { kind: 'script', script: raw.script }, whole: true }
  if (isJsonObject(raw) && raw.kind === 'inline' && typeof raw.body === 'string') return { kept: { kind: 'inline', body: raw.body }, whole: true }
  return { kept: null, whole: false }
}

const MODES: readonly Mode[] = ['enforce', 'observe', 'off']

function readToggles(raw: JsonValue): Kept<Record<string, Mode>> {
  if (!isJsonObject(raw)) return { kept: {}, whole: false }
  const entries = Object.entries(raw)
  const kept = entries.filter((entry): entry is [string, Mode] => MODES.some(mode => mode === entry[1]))
  return { kept: Object.fromEntries(kept), whole: kept.length === entries.length }
}

function readPending(value: JsonValue): PendingNotice | null {
  if (!isJsonObject(value) || typeof value.text !== 'string' || typeof value.guard !== 'string') return null
  const count = typeof value.count === 'number' && Number.isSafeInteger(value.count) && value.count > 0 ? value.count : 1
  return { guard: value.guard, text: value.text, skill: typeof value.skill === 'string' ? value.skill : null, count, ...typeof value.args === 'string' ? { args: value.args } : {} }
}
