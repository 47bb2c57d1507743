import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { constants, getPriority } from 'node:os'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemPriority } from '../../../src/pool/priority.ts'

const { PRIORITY_LOW, PRIORITY_NORMAL } = constants.priority

async function child(): Promise<number> {
  const started = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000); process.stdout.write("here")'], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => { started.kill('SIGKILL') })
  await new Promise((resolve) => { started.stdout.once('data', resolve) })
  return started.pid ?? 0
}

/** Of each thread, where the system has a priority for each. */
function prioritiesOf(pid: number): readonly number[] {
  const threads = process.platform === 'linux' ? readdirSync(`/proc/${pid}/task`).map(Number) : [pid]
  return [...new Set(threads.map(getPriority))]
}

describe('the priority of a runner', () => {
  it.skipIf(process.platform === 'win32')('is lowered on every thread, and raised again where that is allowed', async () => {
    const pid = await child()
    expect(prioritiesOf(pid)).toEqual([PRIORITY_NORMAL])
    systemPriority.lower(pid)
    expect(prioritiesOf(pid)).toEqual([PRIORITY_LOW])
    const restored = systemPriority.restore(pid)
    expect(prioritiesOf(pid)).toEqual([restored ? PRIORITY_NORMAL : PRIORITY_LOW])
    if (process.getuid?.() === 0) expect(restored).toBe(true)
  })

  it('of a process that is gone is nobody\'s business', () => {
    expect(() => { systemPriority.lower(0x3fffffff) }).not.toThrow()
    expect(systemPriority.restore(0x3fffffff)).toBe(false)
  })
})
