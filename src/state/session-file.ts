/**
 * What a session keeps over a restart, in a file of Shooty's own: never in the session's log, which
 * the host could then not load any more. One small JSON file per session that has anything to keep.
 */
import { createHash } from 'node:crypto'
import { constants, copyFileSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomic } from '../base/atomic-file.ts'
import { assertNever, describeThrown } from '../errors.ts'
import { EMPTY_RECORD, RECORD_VERSION, isEmpty, readSessionRecord } from './session-record.ts'
import type { SessionRecord } from './session-record.ts'

export interface SessionFiles {
  /**
   * What was kept for a session. A file that cannot be read is put aside, of a damaged one a copy is kept, and one
   * that a newer Shooty wrote is not touched, now or later: each is reported once.
   */
  load(sessionId: string): SessionRecord
  /** Writes in the background, the latest state last; resolves when it or a later one is on disk, or the failure was reported. */
  save(sessionId: string, record: SessionRecord): Promise<void>
  /** What the files of all sessions ask for; read once, at load. */
  survey(): Survey
  /** Resolves when nothing is being written any more. */
  settled(): Promise<void>
}

export interface Survey {
  /** Some session has a runtime guard. */
  readonly runtimeGuard: boolean
  /** Guards and gates that some session has switched on or to observing. */
  readonly switchedOn: ReadonlySet<string>
}

interface Writing {
  latest: SessionRecord
  dirty: boolean
  done: Promise<void>
}

/**
 * @param folder Shooty's folder for sessions, or null when there is no home: nothing is kept then.
 * @param report told of every failure, in words for the human; must not throw.
 */
export function createSessionFiles(folder: string | null, report: (text: string) => void): SessionFiles {
  const writing = new Map<string, Writing>()
  /** Sessions whose file belongs to a newer Shooty. */
  const foreign = new Set<string>()
  const fileOf = (sessionId: string): string => join(folder ?? '', fileName(sessionId))

  const write = async (sessionId: string, record: SessionRecord): Promise<void> => {
    try {
      if (isEmpty(record)) await unlink(fileOf(sessionId)).catch(ignoreMissing)
      else await writeFileAtomic(fileOf(sessionId), `${JSON.stringify({ version: RECORD_VERSION, sessionId, ...record })}\n`)
    } catch (error) {
      report(`the state of session ${sessionId} could not be saved (${describeThrown(error)}); it is lost when dsh ends`)
    }
  }

  /** One write at a time per session; what came meanwhile is written together, once. */
  const drain = async (sessionId: string, entry: Writing): Promise<void> => {
    while (entry.dirty) {
      entry.dirty = false
      await write(sessionId, entry.latest)
    }
    writing.delete(sessionId)
  }

  const kept = (sessionId: string, file: string): SessionRecord => {
    const read = readSessionRecord(readFileSync(file, 'utf8'))
    switch (read.kind) {
      case 'record':
        if (read.damaged.length > 0) report(`the state of session ${sessionId} is damaged in ${read.damaged.join(', ')}; ${keepCopy(file)}, and what could be read is in force`)
        return read.record
      case 'newer':
        if (!foreign.has(sessionId)) report(`the state of session ${sessionId} was written by a newer Shooty (${file}, version ${read.version}): it stays as it is, is not in force here, and what is set in this session now is lost when dsh ends`)
        foreign.add(sessionId)
        return EMPTY_RECORD
      case 'unreadable':
        report(`the state of session ${sessionId} is not readable; ${putAside(file)} and the session starts empty`)
        return EMPTY_RECORD
      default: return assertNever(read)
    }
  }

  return {
    load(sessionId) {
      if (folder === null) return EMPTY_RECORD
      // The session was forgotten and came back before its last state was on disk.
      const unwritten = writing.get(sessionId)
      if (unwritten !== undefined) return unwritten.latest
      const file = fileOf(sessionId)
      try {
        return kept(sessionId, file)
      } catch (error) {
        if (!isMissing(error)) report(`the state of session ${sessionId} could not be read (${describeThrown(error)}); ${putAside(file)} and the session starts empty`)
        return EMPTY_RECORD
      }
    },
    save(sessionId, record) {
      if (folder === null || foreign.has(sessionId)) return Promise.resolve()
      const open = writing.get(sessionId)
      if (open !== undefined) {
        open.latest = record
        open.dirty = true
        return open.done
      }
      const entry: Writing = { latest: record, dirty: true, done: Promise.resolve() }
      writing.set(sessionId, entry)
      entry.done = drain(sessionId, entry)
      return entry.done
    },
    survey: () => folder === null ? { runtimeGuard: false, switchedOn: new Set() } : surveyOf(folder),
    async settled() {
      while (writing.size > 0) await Promise.all([...writing.values()].map(entry => entry.done))
    },
  }
}

/**
 * A session id may hold anything, so the name is readable where it can be and unique always: also
 * where the file system does not tell upper from lower case.
 */
function fileName(sessionId: string): string {
  const plain = /^(?!x-)[a-z0-9_-]{1,80}$/.test(sessionId)
  return plain ? `${sessionId}.json` : `x-${createHash('sha256').update(sessionId).digest('hex')}.json`
}

/** @returns what was done, for the report. */
function putAside(file: string): string {
  try {
    renameSync(file, `${file}.corrupt`)
    return `it was put aside as ${file}.corrupt`
  } catch (error) {
    return `it could not be put aside (${describeThrown(error)})`
  }
}

/** The first damaged state is the one with most of it left; later ones do not replace it. */
function keepCopy(file: string): string {
  try {
    copyFileSync(file, `${file}.damaged`, constants.COPYFILE_EXCL)
    return `a copy is kept as ${file}.damaged`
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return `a copy of it as it was first is in ${file}.damaged`
    return `no copy could be kept (${describeThrown(error)})`
  }
}

function surveyOf(folder: string): Survey {
  const switchedOn = new Set<string>()
  let runtimeGuard = false
  for (const name of namesIn(folder)) {
    const record = name.endsWith('.json') ? readRecord(join(folder, name)) : null
    if (record === null) continue
    runtimeGuard ||= record.runtimeGuard !== null
    for (const [guard, mode] of Object.entries(record.toggles)) if (mode !== 'off') switchedOn.add(guard)
  }
  return { runtimeGuard, switchedOn }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** A file that cannot be read is reported when its session comes; it must not hide the others here. */
function readRecord(file: string): SessionRecord | null {
  try {
    const read = readSessionRecord(readFileSync(file, 'utf8'))
    return read.kind === 'record' ? read.record : null
  } catch {
    return null
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error
}
