/**
 * What a session keeps over a restart, in a file of Shooty's own: never in the session's log, which
 * the host could then not load any more. One small JSON file per session that has anything to keep.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { isJsonObject } from '../base/json.ts'
import { writeFileAtomic } from '../base/atomic-file.ts'
import { describeThrown } from '../errors.ts'
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

export interface SessionFiles {
  /** What was kept for a session; a file that cannot be read is put aside and reported. */
  load(sessionId: string): SessionRecord
  /** Writes in the background, the latest state last; resolves when it is on disk or was reported. */
  save(sessionId: string, record: SessionRecord): Promise<void>
  /** True when some session's file holds a runtime guard. */
  anyRuntimeGuard(): boolean
  /** Resolves when nothing is being written any more. */
  settled(): Promise<void>
}

/**
 * @param folder Shooty's folder for sessions, or null when there is no home: nothing is kept then.
 * @param report told of every failure, in words for the human.
 */
export function createSessionFiles(folder: string | null, report: (text: string) => void): SessionFiles {
  const writing = new Map<string, Promise<void>>()
  const fileOf = (sessionId: string): string => join(folder ?? '', fileName(sessionId))

  const write = async (sessionId: string, record: SessionRecord): Promise<void> => {
    try {
      if (isEmpty(record)) await unlink(fileOf(sessionId)).catch(ignoreMissing)
      else await writeFileAtomic(fileOf(sessionId), `${JSON.stringify({ version: 1, sessionId, ...record })}\n`)
    } catch (error) {
      report(`the state of session ${sessionId} could not be saved (${describeThrown(error)}); it is lost when dsh ends`)
    }
  }

  return {
    load(sessionId) {
      if (folder === null) return EMPTY_RECORD
      const file = fileOf(sessionId)
      let text: string
      try {
        text = readFileSync(file, 'utf8')
      } catch (error) {
        if (!isMissing(error)) report(`the state of session ${sessionId} could not be read (${describeThrown(error)}); it starts empty`)
        return EMPTY_RECORD
      }
      const record = parseSessionRecord(text)
      if (record !== null) return record
      putAside(file)
      report(`the state of session ${sessionId} is not readable; it was put aside as ${file}.corrupt and the session starts empty`)
      return EMPTY_RECORD
    },
    save(sessionId, record) {
      if (folder === null) return Promise.resolve()
      // Chained per session: two writes of one session must not overtake each other.
      const done = (writing.get(sessionId) ?? Promise.resolve()).then(() => write(sessionId, record))
      writing.set(sessionId, done)
      return done.finally(() => {
        if (writing.get(sessionId) === done) writing.delete(sessionId)
      })
    },
    anyRuntimeGuard: () => folder !== null && filesHold(folder, '"runtimeGuard":{'),
    async settled() {
      while (writing.size > 0) await Promise.all(writing.values())
    },
  }
}

/** A session id may hold anything, so the name is readable where it can be and unique always. */
function fileName(sessionId: string): string {
  const plain = /^[A-Za-z0-9_-]{1,80}$/.test(sessionId)
  return plain ? `${sessionId}.json` : `x-${createHash('sha256').update(sessionId).digest('hex')}.json`
}

function isEmpty(record: SessionRecord): boolean {
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

function parseToggles(value: JsonValue | undefined): Record<string, Mode> {
  const toggles: Record<string, Mode> = {}
  if (!isJsonObject(value)) return toggles
  for (const [name, mode] of Object.entries(value)) {
    if (mode === 'enforce' || mode === 'observe' || mode === 'off') toggles[name] = mode
  }
  return toggles
}

function parsePending(value: JsonValue): PendingNotice[] {
  if (!isJsonObject(value) || typeof value.text !== 'string' || typeof value.guard !== 'string') return []
  const count = typeof value.count === 'number' && Number.isSafeInteger(value.count) && value.count > 0 ? value.count : 1
  return [{ guard: value.guard, text: value.text, skill: typeof value.skill === 'string' ? value.skill : null, count }]
}

function putAside(file: string): void {
  try {
    renameSync(file, `${file}.corrupt`)
  } catch {
    // It stays where it is and is reported again; nothing depends on the move.
  }
}

function filesHold(folder: string, needle: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return readdirSync(folder).some(name => name.endsWith('.json') && readFileSync(join(folder, name), 'utf8').includes(needle))
  } catch {
    return false
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error
}
