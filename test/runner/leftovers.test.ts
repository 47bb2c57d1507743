/** What a run leaves in one runner, dead or alive, and what the next run and the host meet. */
import { afterAll, describe, expect, it } from 'vitest'
import type { JsonValue, RunReport } from '../../src/types.ts'
import { createEscapedPool } from '../support/runner/escaped.ts'
import { CANARY_ACTIONS, canary, createRealPool, eventually, isAlive, pidOfBusyRunner, scriptJob } from '../support/runner/guard-pool.ts'

const SECRET = 'SECRET-OF-THE-FIRST'

/**
 * Acts, calls and microtasks, some of which nobody waits for, then an end. Without the secret among its parameters
 * the same guard, so in the same compartment, tells what it is given and asks the host once.
 */
const leave = (end: string): string => `
  if (vance.params.of === undefined) {
    vance.guard.deny(JSON.stringify([globalThis.leak, ({}).leak, vance.params, vance.context, vance.guard.command, vance.guard.loopValues.get(), vance.documents.read('x')]))
    return
  }
  const attempt = (call) => { try { call() } catch {} }
  for (const place of [globalThis, Object.prototype, vance, vance.params]) attempt(() => { place.leak = '${SECRET}' })
  vance.guard.deny('${SECRET}')
  vance.guard.loopValues.set('secret', '${SECRET}')
  vance.log.info('${SECRET}')
  ;(async () => { for (let turn = 0; turn < 100; turn++) { await null; attempt(() => vance.guard.deny('${SECRET}')) } })()
  ${end}`

describe.each([['process'], ['worker']] as const)('in a runner of kind %s, after a run that', (runner) => {
  it.each([
    ['came to its end', '', null],
    ['threw', `throw new Error('${SECRET}')`, 'script_threw'],
    ['was killed at its time', 'for (;;) {}', 'timeout'],
    ['was killed while it waited for the host', "vance.llm.call('r', 'p')", 'timeout'],
    ...runner === 'worker' ? [] : [['died of a full heap', 'const list = []\nfor (;;) list.push({ a: 1 })', 'memory_limit'] as const],
  ] as const)('%s, the next one finds nothing', async (_name, end, fault) => {
    // One runner, replaced after every second run: the third run has a fresh one in the place of a worn one.
    const pool = createRealPool({ maxRuns: 2, sandbox: { runner, maxRunners: 1, maxSteps: 0 } })
    const late: ((value: JsonValue) => void)[] = []
    const first = await pool.run(scriptJob(leave(end), { params: { of: SECRET }, timeoutMs: fault === 'timeout' ? 1500 : 30_000, call: () => new Promise((resolve) => { late.push(resolve) }) }))
    expect(first.fault?.code ?? null).toBe(fault)
    expect(first.actions).toContainEqual({ kind: 'deny', reason: SECRET })
    const reports: RunReport[] = []
    for (let run = 0; run < 3; run += 1) {
      const next = pool.run(scriptJob(leave(end), { loopScratch: {}, call: async (): Promise<JsonValue> => 'answer of the second' }))
      // The host answers the dead run in the middle of the living one.
      for (const answer of late) answer(SECRET)
      reports.push(await next)
    }
    for (const report of reports) expect(report).toMatchObject({ fault: null, logs: [], actions: [{ reason: expect.stringMatching(/^\[null,null,\{\}.*"answer of the second"\]$/) }] })
    expect(JSON.stringify(reports)).not.toContain(SECRET)
    expect(pool.stats().recycled).toBeGreaterThan(0)
    await pool.dispose()
  })
})

describe('a runner that', () => {
  const pool = createRealPool({ sandbox: { maxRunners: 1, maxSteps: 0 } })
  afterAll(() => pool.dispose())

  /** Turns of the host's event loop while something goes on. */
  const turnsDuring = async (work: Promise<RunReport>): Promise<readonly [RunReport, number]> => {
    let turns = 0
    const timer = setInterval(() => { turns += 1 }, 5)
    const report = await work
    clearInterval(timer)
    return [report, turns]
  }

  it.skipIf(process.platform === 'win32')('is stopped in the middle of a run is ended at the time of that run, and the host goes on meanwhile', async () => {
    const work = turnsDuring(pool.run(scriptJob('for (;;) {}', { timeoutMs: 1500 })))
    const pid = await pidOfBusyRunner(pool)
    process.kill(pid, 'SIGSTOP')
    const [report, turns] = await work
    expect(report.fault).toMatchObject({ code: 'timeout' })
    expect(turns).toBeGreaterThan(10)
    await eventually('it is gone', () => !isAlive(pid))
    expect(await canary(pool)).toMatchObject({ fault: null, actions: CANARY_ACTIONS })
  })

  it.skipIf(process.platform === 'win32')('is stopped while it idles costs one run its time, and the next has a fresh one', async () => {
    await canary(pool)
    await eventually('it idles', () => pool.stats().runners.some(one => one.state === 'idle'))
    process.kill(pool.stats().runners.find(one => one.state === 'idle')?.pid ?? 0, 'SIGSTOP')
    expect((await pool.run(scriptJob('return 1', { timeoutMs: 1000 }))).fault).toMatchObject({ code: 'timeout' })
    expect(await canary(pool)).toMatchObject({ fault: null, actions: CANARY_ACTIONS })
  })

  it.each([
    ['its error stream', 'escaped("floodErrors")', 'timeout'],
    ['log lines', "escaped('forgeForEver', vance.params.text)", 'protocol'],
  ])('floods the host through %s is ended, and the host goes on meanwhile', async (_name, body, code) => {
    const escaped = createEscapedPool({ sandbox: { maxRunners: 1, maxSteps: 0 } })
    await canary(escaped)
    const text = JSON.stringify({ t: 'log', run: 2, line: { level: 'info', text: 'x'.repeat(1000), data: null } })
    const [report, turns] = await turnsDuring(escaped.run(scriptJob(body, { params: { text }, timeoutMs: 2000 })))
    expect(report.fault).toMatchObject({ code })
    if (code === 'timeout') expect(turns).toBeGreaterThan(10)
    expect(await canary(escaped)).toMatchObject({ fault: null, actions: CANARY_ACTIONS })
    await escaped.dispose()
  })
})
