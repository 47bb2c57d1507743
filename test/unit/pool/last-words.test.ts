import { expect, it } from 'vitest'
import { faultOfDeath } from '../../../src/pool/death.ts'
import type { RunnerEnd } from '../../../src/pool/link.ts'
import { createProcessStart } from '../../../src/pool/process-link.ts'

/** Runs a script in the place of a runner and gives how it ended. */
async function endOf(script: string): Promise<RunnerEnd> {
  return await new Promise((resolve) => {
    const start = createProcessStart({ cwd: process.cwd(), command: () => Promise.resolve([process.execPath, '-e', script] as const) })
    start({ frame: () => undefined, malformed: () => undefined, ended: resolve })
  })
}

it('a full heap is told from the words before a long native stack', async () => {
  const end = await endOf('process.stderr.write("FATAL ERROR: JavaScript heap out of memory\\n" + (" 1: " + "x".repeat(600) + "\\n").repeat(24)); process.exitCode = 134')
  expect(faultOfDeath(end)).toMatchObject({ code: 'memory_limit' })
})

it('words without end are kept only up to a bound, the last ones', async () => {
  const end = await endOf('for (let i = 0; i < 64; i++) process.stderr.write("x".repeat(1 << 16)); process.stderr.write("the end\\n")')
  expect(end).toMatchObject({ started: true, exitCode: 0 })
  expect(end.detail.endsWith('the end')).toBe(true)
  expect(end.detail.length).toBeLessThanOrEqual(32_768)
})
