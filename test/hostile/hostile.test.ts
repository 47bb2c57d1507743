/**
 * Scripts that try to get out, to change what others use, or to take what they must not have. Each runs
 * on the same pool, and an ordinary guard after each must not notice anything.
 */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileGuard } from '../../src/guard/compile.ts'
import type { ScriptRunner } from '../../src/pool/create.ts'
import type { FaultCode, JsonValue } from '../../src/types.ts'
import { CANARY_ACTIONS, canary, createRealPool, scriptJob } from '../support/runner/guard-pool.ts'

interface HostileScript {
  readonly group: string
  readonly title: string
  /** `error`: refused or failed by itself. `stopped`: ended for it. `harmless`: ran to its end, without effect on anybody. */
  readonly outcome: 'error' | 'stopped' | 'harmless'
  readonly script: string
  readonly why?: string
}

const scripts = JSON.parse(readFileSync(new URL('../fixtures/hostile/scripts.json', import.meta.url), 'utf8')) as HostileScript[]
const groups = [...new Set(scripts.map(script => script.group))]

const BY_ITSELF: readonly FaultCode[] = ['script_threw', 'wrong_action']
const ENDED: readonly FaultCode[] = ['timeout', 'step_limit', 'memory_limit', 'never_settled']

const STOPPED_MS = 1500

/** With the step limit, most loops end early and for the same reason everywhere; without it, the clock has to do. */
describe.each([['with a step limit', 1_000_000], ['without a step limit', 0]])('hostile scripts %s', (_name, maxSteps) => {
  let pool: ScriptRunner
  beforeAll(() => { pool = createRealPool({ sandbox: { maxSteps } }) })
  afterAll(() => pool.dispose())

  describe.each(groups)('%s', (group) => {
    it.each(scripts.filter(script => script.group === group).map(script => [script.title, script] as const))('%s', async (_title, { script, outcome }) => {
      // So that starting a runner does not count against a script that must be stopped.
      await canary(pool)
      const compiled = compileGuard(script, { name: 'hostile', language: 'js' })
      if (!compiled.ok) {
        expect(outcome).toBe('error')
        return
      }
      const report = await pool.run(scriptJob(script, { guardName: 'hostile', timeoutMs: outcome === 'stopped' ? STOPPED_MS : 30_000, call: async method => answer(method) }))
      expect(JSON.stringify(report)).not.toMatch(/ESCAPED|LATE|LEAK|POLLUTED/)
      expect(report.cancelled).toBe(false)
      if (outcome === 'harmless') expect(report.fault).toBeNull()
      else if (outcome === 'stopped') expect(ENDED).toContain(report.fault?.code)
      else expect([...BY_ITSELF, ...maxSteps > 0 ? ['step_limit'] : []]).toContain(report.fault?.code)
      expect(await canary(pool)).toMatchObject({ fault: null, actions: CANARY_ACTIONS })
    })
  })

  it('have not worn out more runners than were killed', () => {
    const { started, kills, deaths, recycled } = pool.stats()
    expect(started).toBeLessThanOrEqual(kills.timeout + kills.memory + deaths + recycled + 2)
    expect(kills.protocol).toBe(0)
  })
})

function answer(method: string): JsonValue {
  return method === 'documents.list' ? [1, 2] : 'answer'
}
