/**
 * The audit: decisions wait in a bounded queue and are appended in the background, in order and in
 * batches. Never throws and never holds up a decision; a disk that fails is reported once, and again
 * when it works. Owns the queue and the clock of writing; the file itself is audit-file's.
 */
import { isAbsolute, join } from 'node:path'
import { hasActed } from '../state/metrics.ts'
import type { DecisionRecord, DecisionSink } from '../types.ts'
import { createAuditFile } from './audit-file.ts'
import type { AuditFile } from './audit-file.ts'
import { auditLine, gapLine } from './audit-line.ts'

export interface Audit extends DecisionSink {
  /** Resolves when what waits is on disk, or the attempt failed. */
  flush(): Promise<void>
  /** Writes what waits, as long as that takes no more than two seconds; later records are ignored. Twice is a no-op. */
  dispose(): Promise<void>
}

export interface AuditOptions {
  readonly file: AuditFile
  /** Name of the file in reports. */
  readonly path: string
  /** Told of failures, in words for the human; must not throw. */
  report(text: string): void
  readonly limits?: Partial<AuditLimits>
}

export interface AuditLimits {
  /** Records that wait at most. */
  readonly maxQueue: number
  /** Records in one write. */
  readonly maxBatch: number
  /** Milliseconds from a record to its write; after a failure; for the last write. */
  readonly delayMs: number
  readonly retryMs: number
  readonly disposeMs: number
}

export const AUDIT_LIMITS: AuditLimits = { maxQueue: 1_000, maxBatch: 100, delayMs: 200, retryMs: 5_000, disposeMs: 2_000 }
/** 5 MiB, and three old files. */
export const AUDIT_FILE_LIMITS = { maxBytes: 5 * 1024 * 1024, keep: 3 }

/**
 * @param setting the configuration's `audit`.
 * @param folder Shooty's own folder.
 * @returns null when there is to be no audit.
 */
export function auditPath(setting: boolean | string, folder: string): string | null {
  if (setting === false) return null
  if (setting === true) return join(folder, 'audit.jsonl')
  return isAbsolute(setting) ? setting : join(folder, setting)
}

/** The audit in its usual file and limits. */
export function openAudit(path: string, report: (text: string) => void): Audit {
  return createAudit({ path, report, file: createAuditFile(path, AUDIT_FILE_LIMITS) })
}

/** What does not work: nothing gets to the disk, or the file cannot be rotated. */
type Trouble = 'writing' | 'growing'

export function createAudit(options: AuditOptions): Audit {
  const limits = { ...AUDIT_LIMITS, ...options.limits }
  const queue: string[] = []
  let gap: { readonly time: number, count: number } | null = null
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let trouble: Trouble | null = null
  let lost = 0
  let disposed = false

  const schedule = (ms: number): void => {
    if (timer !== null || disposed) return
    timer = setTimeout(() => {
      timer = null
      void start()
    }, ms)
    timer.unref()
  }
  const closeGap = (): void => {
    if (gap === null) return
    queue.push(gapLine(gap.time, gap.count))
    gap = null
  }
  /** Says a trouble once, and its end. */
  const tell = (now: Trouble | null, problem: string | null): void => {
    if (now === trouble) return
    const { path } = options
    if (now === 'writing') options.report(`the audit file ${path} cannot be written (${problem ?? 'for no known reason'}); up to ${limits.maxQueue} records wait in memory`)
    else if (now === 'growing') options.report(`the audit file ${path} is written, but ${problem ?? 'it could not be rotated'}; it grows`)
    else options.report(`the audit file ${path} is written again${lost === 0 ? '' : `; ${lost} records were lost meanwhile`}`)
    if (now === null) lost = 0
    trouble = now
  }
  const drain = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.slice(0, limits.maxBatch)
      const done = await options.file.append(batch)
      queue.splice(0, done.written)
      if (done.written < batch.length) {
        tell('writing', done.problem)
        schedule(limits.retryMs)
        return
      }
      tell(done.problem === null ? null : 'growing', done.problem)
      if (queue.length === 0) closeGap()
    }
  }
  const start = (): Promise<void> => {
    running ??= drain().finally(() => { running = null })
    return running
  }
  const flush = async (): Promise<void> => {
    // What came while a write was under way is written by another one.
    await running
    await start()
  }

  return {
    record(decision: DecisionRecord) {
      if (disposed || !hasActed(decision)) return
      if (queue.length + (gap === null ? 0 : 1) >= limits.maxQueue) {
        gap ??= { time: decision.time, count: 0 }
        gap.count += 1
        lost += 1
        return
      }
      closeGap()
      queue.push(auditLine(decision))
      schedule(trouble === 'writing' ? limits.retryMs : limits.delayMs)
    },
    flush,
    async dispose() {
      if (disposed) return
      disposed = true
      if (timer !== null) clearTimeout(timer)
      await within(limits.disposeMs, flush())
      const missing = queue.length + lost
      if (missing > 0) options.report(`${missing} records did not get into the audit file ${options.path}`)
    },
  }
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const time = new Promise<void>((resolve) => { timer = setTimeout(resolve, ms) })
  await Promise.race([work, time])
  clearTimeout(timer)
}
