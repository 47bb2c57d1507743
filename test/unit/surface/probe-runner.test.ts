import { describe, expect, it } from 'vitest'
import { compileGuard } from '../../../src/guard/compile.ts'
import { probeRunner } from '../../../src/surface/probe-runner.ts'
import type { CompiledGuard, GuardRunner, RunJob, RunReport } from '../../../src/types.ts'

const REPORT: RunReport = { actions: [], fault: null, cancelled: false, logs: [], logsDropped: 0, ms: 84.4 }
const DENIED: Partial<RunReport> = { actions: [{ kind: 'deny', reason: 'shooty-probe' }] }
const THREW: Partial<RunReport> = { fault: { code: 'script_threw', message: 'shooty-probe', position: null } }
const OPTIONS = { timeoutMs: 1_000, signal: new AbortController().signal }

function compile(text: string): CompiledGuard {
  const outcome = compileGuard(text, { name: 'probe', language: 'js' })
  if (!outcome.ok) throw new Error(outcome.reason)
  return outcome.compiled
}

function scripted(...answers: readonly Partial<RunReport>[]): { runner: GuardRunner, jobs: RunJob[] } {
  const jobs: RunJob[] = []
  return { jobs, runner: { run(job) { jobs.push(job); return Promise.resolve({ ...REPORT, ...answers[jobs.length - 1] }) } } }
}

describe('the probe of a runner', () => {
  it('is passed by a runner that refuses what must be refused and sees what fails', async () => {
    const { runner, jobs } = scripted(DENIED, THREW)
    expect(await probeRunner(runner, compile, OPTIONS)).toEqual({ ok: true, detail: 'probe refused in 84 ms' })
    expect(jobs.map(job => [job.input.point, job.mode, job.timeoutMs, job.allowTools])).toEqual([['command', 'enforce', 1_000, false], ['command', 'enforce', 1_000, false]])
    expect(new Set(jobs.map(job => job.hash)).size).toBe(2)
  })

  it.each<[string, Partial<RunReport>[], string]>([
    ['lets it pass', [{}], 'a script that refuses came to nothing'],
    ['refuses for another reason', [{ actions: [{ kind: 'deny', reason: 'other' }] }], 'a script that refuses came to deny'],
    ['does something else as well', [{ actions: [{ kind: 'deny', reason: 'shooty-probe' }, { kind: 'notice', text: 'x' }] }], 'a script that refuses came to deny, notice'],
    ['asks', [{ actions: [{ kind: 'ask', reason: 'shooty-probe' }] }], 'a script that refuses came to ask'],
    ['refuses and fails', [{ ...DENIED, fault: { code: 'runner_died', message: 'gone', position: null } }], 'a script that refuses came to runner_died: gone'],
    ['refuses and is cancelled', [{ ...DENIED, cancelled: true }], 'a script that refuses came to a cancellation'],
    ['does not see a script fail', [DENIED, {}], 'a script that throws came to nothing'],
    ['takes one failure for another', [DENIED, { fault: { code: 'timeout', message: 'slow', position: null } }], 'a script that throws came to timeout: slow'],
  ])('is failed by a runner that %s', async (_name, answers, detail) => {
    expect(await probeRunner(scripted(...answers).runner, compile, OPTIONS)).toEqual({ ok: false, detail })
  })

  it('is failed when the runner or the compiler throws', async () => {
    const bad = (): never => { throw new Error('broken') }
    expect(await probeRunner({ run: bad }, compile, OPTIONS)).toEqual({ ok: false, detail: 'the probe could not be run: broken' })
    expect(await probeRunner({ run: () => Promise.reject(new Error('broken')) }, compile, OPTIONS)).toEqual({ ok: false, detail: 'the probe could not be run: broken' })
    expect(await probeRunner(scripted().runner, bad, OPTIONS)).toEqual({ ok: false, detail: 'the probe could not be run: broken' })
  })

  it('has no host calls to make', async () => {
    const { runner, jobs } = scripted(DENIED, THREW)
    await probeRunner(runner, compile, OPTIONS)
    await expect(jobs[0]?.host.call('llm.call', [], OPTIONS.signal)).rejects.toThrow('a probe has no host calls')
  })
})
