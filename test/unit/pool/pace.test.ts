import { describe, expect, it } from 'vitest'
import { createPaceBook, paceOf, type Pace } from '../../../src/pool/pace.ts'
import { createUsage, readCpuOnLinux } from '../../../src/pool/usage.ts'
import { createJob } from '../../support/runner/scripted-runners.ts'

const session = (sessionId: string): object => ({ session: { sessionId, agentId: sessionId, rootSessionId: sessionId, cwd: '/', isSubagent: false } })
const job = (hash: string, sessionId = 's'): ReturnType<typeof createJob> => createJob({ hash, input: session(sessionId) })

describe('the pace of a run', () => {
  it.each<[heldMs: number, waitedMs: number, cpuMs: number | null, pace: Pace, soFar?: Pace]>([
    [1, 0, 0, 'quick'],
    [50, 0, 50, 'quick'],
    [51, 0, 40, 'computing'],
    [51, 0, 39, 'quick', 'computing'],
    [51, 0, 20, 'quick', 'computing'],
    // It waited for a processor, not for the host.
    [5000, 0, 19, 'quick'],
    [5000, 4900, 40, 'computing'],
    [5000, 4900, 30, 'waiting', 'computing'],
    [5000, 4900, 19, 'waiting'],
    [5000, 4950, 2000, 'waiting'],
    [90, 50, 19, 'quick'],
    [90, 51, 19, 'waiting'],
    // Where processor time cannot be read.
    [250, 0, null, 'quick'],
    [251, 0, null, 'computing'],
    [5000, 4900, null, 'waiting'],
    [5000, 4700, null, 'computing'],
  ])('held %i ms, waited %i ms, %s ms of processor: %s', (heldMs, waitedMs, cpuMs, pace, soFar = pace) => {
    expect(paceOf({ heldMs, waitedMs, cpuMs, over: true })).toBe(pace)
    expect(paceOf({ heldMs, waitedMs, cpuMs, over: false })).toBe(soFar)
  })
})

describe('what is expected of a run', () => {
  it('is that it is quick, when nothing is known', () => {
    const book = createPaceBook()
    expect([book.expect(job('a')), book.trusted(job('a'))]).toEqual(['quick', true])
  })

  it('is what the guard did last in this session, not in another', () => {
    const book = createPaceBook()
    book.learn(job('a', 'one'), 'computing')
    book.learn(job('a', 'two'), 'quick')
    expect([book.expect(job('a', 'one')), book.trusted(job('a', 'one'))]).toEqual(['computing', false])
    expect([book.expect(job('a', 'two')), book.trusted(job('a', 'two'))]).toEqual(['quick', true])
    expect([book.expect(job('b', 'one')), book.trusted(job('b', 'one'))]).toEqual(['quick', true])
  })

  it('in a new session is doubt, once the guard was slow anywhere, until that is long ago', () => {
    const book = createPaceBook()
    book.learn(job('a', 'one'), 'waiting')
    expect([book.expect(job('a', 'new')), book.trusted(job('a', 'new'))]).toEqual(['quick', false])
    for (let count = 0; count < 63; count += 1) book.learn(job('a', 'two'), 'quick')
    expect(book.trusted(job('a', 'new'))).toBe(false)
    book.learn(job('a', 'two'), 'quick')
    expect(book.trusted(job('a', 'new'))).toBe(true)
  })

  it('in a new session is what the guard nearly always does', () => {
    const book = createPaceBook()
    for (let count = 0; count < 4; count += 1) book.learn(job('judge', `s${count}`), 'waiting')
    expect(book.expect(job('judge', 'new'))).toBe('waiting')
    book.learn(job('judge', 'quick-1'), 'quick')
    book.learn(job('judge', 'quick-2'), 'quick')
    expect(book.expect(job('judge', 'new'))).toBe('quick')
  })

  it('is forgiven after eight quick runs in a row', () => {
    const book = createPaceBook()
    book.learn(job('a'), 'computing')
    for (let count = 0; count < 7; count += 1) book.learn(job('a'), 'quick')
    expect(book.expect(job('a'))).toBe('computing')
    book.learn(job('a'), 'waiting')
    for (let count = 0; count < 7; count += 1) book.learn(job('a'), 'quick')
    expect(book.expect(job('a'))).toBe('waiting')
    book.learn(job('a'), 'quick')
    expect(book.expect(job('a'))).toBe('quick')
  })
})

describe('processor time', () => {
  it('counts from the first reading of a run, and each run for itself', () => {
    let cpu = 1000
    const usage = createUsage(() => cpu)
    expect(usage.spent(1)).toBe(0)
    usage.read(1, 7)
    cpu += 70
    usage.read(1, 7)
    expect([usage.spent(1), usage.spent(2)]).toEqual([70, 0])
    usage.read(2, 7)
    expect([usage.spent(1), usage.spent(2)]).toEqual([0, 0])
  })

  it('is unknown where it cannot be read', () => {
    const usage = createUsage(() => null)
    usage.read(1, 7)
    expect(usage.spent(1)).toBeNull()
    const threads = createUsage(() => 5)
    threads.read(1, null)
    expect(threads.spent(1)).toBeNull()
  })

  it.skipIf(process.platform !== 'linux')('is read from the kernel, and null for a process that is not there', () => {
    const before = readCpuOnLinux(process.pid) ?? -1
    const own = (): number => { const { user, system } = process.cpuUsage(); return (user + system) / 1000 }
    const goal = own() + 60
    while (own() < goal);
    expect(before).toBeGreaterThan(0)
    expect((readCpuOnLinux(process.pid) ?? 0) - before).toBeGreaterThanOrEqual(40)
    expect(readCpuOnLinux(0x3fffffff)).toBeNull()
  })
})
