import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AuditAppend } from '../../../src/surface/audit-file.ts'
import { AUDIT_LIMITS, auditPath, createAudit, openAudit } from '../../../src/surface/audit.ts'
import type { AuditLimits } from '../../../src/surface/audit.ts'
import type { DecisionRecord } from '../../../src/types.ts'

const decision = (reason: string, overrides: Partial<DecisionRecord> = {}): DecisionRecord => ({
  time: 0, sessionId: 's1', guard: 'g', kind: 'script', hash: null, point: 'command', tool: 'bash', outcome: 'denied', wouldBe: null, reason, fault: null, ms: 1, ...overrides,
})
const short = (line: string): string => {
  const { reason, dropped } = JSON.parse(line) as { reason?: string, dropped?: number }
  return dropped === undefined ? reason ?? '' : `dropped ${dropped}`
}

/** An audit over a file in memory; `answer` decides what becomes of each write. */
function open(limits: Partial<AuditLimits> = {}) {
  const written: string[] = []
  const batches: number[] = []
  const reports: string[] = []
  let answer = (lines: readonly string[]): AuditAppend | Promise<AuditAppend> => ({ written: lines.length, problem: null })
  const audit = createAudit({
    path: '/home/audit.jsonl', report: (text) => { reports.push(text) }, limits,
    file: {
      async append(lines) {
        batches.push(lines.length)
        const done = await answer(lines)
        written.push(...lines.slice(0, done.written).map(short))
        return done
      },
    },
  })
  return { audit, written, batches, reports, answer: (next: typeof answer) => { answer = next } }
}
const FULL = (): AuditAppend => ({ written: 0, problem: 'ENOSPC' })
const records = (audit: ReturnType<typeof open>['audit'], from: number, to: number): void => {
  for (let number = from; number <= to; number += 1) audit.record(decision(`${number}`))
}
const range = (from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, index) => `${from + index}`)

describe('the audit', () => {
  beforeEach(() => { vi.useFakeTimers() })
  afterEach(() => { vi.useRealTimers() })

  it('writes in the background, in order, after a moment and not before', async () => {
    const { audit, written } = open()
    records(audit, 1, 3)
    await vi.advanceTimersByTimeAsync(AUDIT_LIMITS.delayMs - 1)
    expect(written).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(written).toEqual(['1', '2', '3'])
  })

  it('has only what changed something', async () => {
    const { audit, batches } = open()
    audit.record(decision('x', { outcome: 'passed' }))
    await audit.flush()
    expect(batches).toEqual([])
  })

  it.each([[100, [100]], [101, [100, 1]]])('writes %i records in batches of %j', async (count, sizes) => {
    const { audit, batches, written } = open()
    records(audit, 1, count)
    await audit.flush()
    expect([batches, written]).toEqual([sizes, range(1, count)])
  })

  it('writes one batch at a time, and what came meanwhile behind it', async () => {
    const { audit, written, batches, answer } = open()
    let letGo = (): void => undefined
    answer(async (lines) => {
      await new Promise<void>((resolve) => { letGo = resolve })
      return { written: lines.length, problem: null }
    })
    records(audit, 1, 2)
    const flushed = audit.flush()
    await vi.advanceTimersByTimeAsync(0)
    records(audit, 3, 4)
    const again = audit.flush()
    await vi.advanceTimersByTimeAsync(1_000)
    expect([batches, written]).toEqual([[2], []])
    letGo()
    await vi.advanceTimersByTimeAsync(0)
    letGo()
    await Promise.all([flushed, again])
    expect([batches, written]).toEqual([[2, 2], ['1', '2', '3', '4']])
  })
})

describe('a failing disk', () => {
  beforeEach(() => { vi.useFakeTimers() })
  afterEach(() => { vi.useRealTimers() })

  it('is reported once, is tried again, and is reported when it works', async () => {
    const { audit, written, batches, reports, answer } = open()
    answer(FULL)
    records(audit, 1, 2)
    await vi.advanceTimersByTimeAsync(AUDIT_LIMITS.delayMs)
    records(audit, 3, 3)
    await vi.advanceTimersByTimeAsync(AUDIT_LIMITS.retryMs - 1)
    expect([batches.length, reports]).toEqual([1, ['the audit file /home/audit.jsonl cannot be written (ENOSPC); up to 1000 records wait in memory']])
    await vi.advanceTimersByTimeAsync(AUDIT_LIMITS.retryMs)
    expect([batches.length, reports.length]).toEqual([2, 1])
    answer(lines => ({ written: lines.length, problem: null }))
    await vi.advanceTimersByTimeAsync(AUDIT_LIMITS.retryMs)
    expect([written, reports[1], reports.length]).toEqual([['1', '2', '3'], 'the audit file /home/audit.jsonl is written again', 2])
  })

  it('that takes only a part gets the rest later, and nothing twice', async () => {
    const { audit, written, answer } = open()
    answer(() => ({ written: 2, problem: 'there is no room' }))
    records(audit, 1, 5)
    await audit.flush()
    expect(written).toEqual(['1', '2'])
    answer(lines => ({ written: lines.length, problem: null }))
    await audit.flush()
    expect(written).toEqual(['1', '2', '3', '4', '5'])
  })

  it('keeps as many records as there is room for, and one over it leaves a gap that can be seen', async () => {
    const { audit, written, reports, answer } = open({ maxQueue: 5 })
    answer(FULL)
    records(audit, 1, 5)
    await audit.flush()
    answer(lines => ({ written: lines.length, problem: null }))
    await audit.flush()
    expect([written, reports.at(-1)]).toEqual([range(1, 5), 'the audit file /home/audit.jsonl is written again'])
    answer(FULL)
    records(audit, 6, 11)
    await audit.flush()
    answer(lines => ({ written: lines.length, problem: null }))
    await audit.flush()
    expect([written.slice(5), reports.at(-1)]).toEqual([[...range(6, 10), 'dropped 1'], 'the audit file /home/audit.jsonl is written again; 1 records were lost meanwhile'])
  })

  it('has the gap where the records are missing', async () => {
    const { audit, written, answer } = open({ maxQueue: 5 })
    answer(FULL)
    records(audit, 1, 7)
    answer(() => ({ written: 3, problem: 'no room' }))
    await audit.flush()
    answer(FULL)
    records(audit, 8, 9)
    answer(lines => ({ written: lines.length, problem: null }))
    await audit.flush()
    expect(written).toEqual(['1', '2', '3', '4', '5', 'dropped 2', '8', '9'])
  })

  it('that only cannot rotate is told once, and again when it can', async () => {
    const { audit, written, reports, answer } = open()
    answer(lines => ({ written: lines.length, problem: 'it could not be rotated: EPERM' }))
    for (const number of [1, 2]) {
      records(audit, number, number)
      await audit.flush()
    }
    answer(lines => ({ written: lines.length, problem: null }))
    records(audit, 3, 3)
    await audit.flush()
    expect([written, reports]).toEqual([['1', '2', '3'], ['the audit file /home/audit.jsonl is written, but it could not be rotated: EPERM; it grows', 'the audit file /home/audit.jsonl is written again']])
  })
})

describe('the end', () => {
  it('writes what waits, and takes nothing after it', async () => {
    const { audit, written, batches } = open()
    records(audit, 1, 2)
    await audit.dispose()
    records(audit, 3, 3)
    await audit.dispose()
    await audit.flush()
    expect([written, batches.length]).toEqual([['1', '2'], 1])
  })

  it('does not wait for a disk that never answers, and says what is missing', async () => {
    const { audit, reports, answer } = open({ disposeMs: 20 })
    answer(async () => await new Promise(() => undefined))
    records(audit, 1, 2)
    await audit.dispose()
    expect(reports).toEqual(['2 records did not get into the audit file /home/audit.jsonl'])
  })

  it('says what a failing disk did not take, dropped records included', async () => {
    const { audit, reports, answer } = open({ maxQueue: 2 })
    answer(FULL)
    records(audit, 1, 3)
    await audit.dispose()
    expect(reports.at(-1)).toBe('3 records did not get into the audit file /home/audit.jsonl')
  })
})

describe('the file', () => {
  let home: string
  beforeEach(async () => { home = await mkdtemp(join(tmpdir(), 'shooty-audit-')) })
  afterEach(async () => { await rm(home, { recursive: true, force: true }) })

  it.each<[boolean | string, string | null]>([[true, '/own/audit.jsonl'], [false, null], ['/var/log/a.jsonl', '/var/log/a.jsonl'], ['logs/a.jsonl', '/own/logs/a.jsonl']])('for %j is %j', (setting, path) => {
    expect(auditPath(setting, '/own')).toBe(path)
  })

  it('has the records, masked', async () => {
    const path = join(home, 'shooty', 'audit.jsonl')
    const audit = openAudit(path, (text) => { throw new Error(text) })
    audit.record(decision(`password=${'hunter2'.repeat(3)}`))
    await audit.dispose()
    expect((await readFile(path, 'utf8')).split('\n').map(line => line === '' ? '' : short(line))).toEqual(['password=***', ''])
  })

  it('of a folder that cannot be written comes when the folder can', async () => {
    const reports: string[] = []
    await writeFile(join(home, 'shooty'), 'a file')
    const path = join(home, 'shooty', 'audit.jsonl')
    const audit = openAudit(path, (text) => { reports.push(text) })
    audit.record(decision('kept'))
    await audit.flush()
    await rm(join(home, 'shooty'))
    await audit.dispose()
    expect(reports).toEqual([expect.stringMatching(/cannot be written \(E/), expect.stringMatching(/is written again$/)])
    expect(await readFile(path, 'utf8')).toContain('"reason":"kept"')
  })

  it('does not keep a process alive, not even one that fails and is not disposed', async () => {
    await writeFile(join(home, 'shooty'), 'a file')
    const script = fileURLToPath(new URL('../../fixtures/audit/idle.mjs', import.meta.url))
    const began = Date.now()
    const child = spawn(process.execPath, [script, new URL('../../../.cache/modules', import.meta.url).href, join(home, 'shooty', 'audit.jsonl')], { stdio: ['ignore', 'ignore', 'pipe'] })
    let stderr = ''
    child.stderr.on('data', (chunk: Buffer) => { stderr += chunk.toString() })
    const code = await new Promise((resolve) => { child.on('close', resolve) })
    expect([code, stderr.split('\n').length, Date.now() - began < AUDIT_LIMITS.retryMs]).toEqual([0, 2, true])
  })
})
