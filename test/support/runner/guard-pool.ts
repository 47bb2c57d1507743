/** Real runners, from the built package, and jobs made of script texts. */
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { compileBody } from '../../../src/guard/compile-body.ts'
import { createScriptRunner, type GuardRunnerOptions, type ScriptRunner } from '../../../src/pool/create.ts'
import type { JsonValue, RunJob, RunReport } from '../../../src/types.ts'
import { createJob, type JobOptions } from './scripted-runners.ts'

export const LIB = fileURLToPath(new URL('../../../lib', import.meta.url))
/** `src/` as modules of JavaScript, for tests that run one part of it in a process of its own. */
export const MODULES = fileURLToPath(new URL('../../../.cache/modules', import.meta.url))

export interface RealPoolOptions extends Partial<Omit<GuardRunnerOptions, 'sandbox' | 'onHostExit'>> {
  readonly sandbox?: Partial<GuardRunnerOptions['sandbox']>
}

/** Small runners, so that a guard that eats memory is soon at the limit. */
export function createRealPool({ sandbox, ...options }: RealPoolOptions = {}): ScriptRunner {
  return createScriptRunner({
    timeoutMs: 30_000,
    libDir: LIB,
    host: { execPath: process.execPath, versions: process.versions, isSingleExecutable: false, findNode: () => null },
    onHostExit: () => () => undefined,
    sandbox: { runner: 'process', maxRunners: 2, memoryMb: 64, nodePath: null, maxSteps: 10_000_000, ...sandbox },
    ...options,
  })
}

/** A job with time enough for a slow machine. @throws Error when the text does not compile. */
export function scriptJob(body: string, options: JobOptions = {}): RunJob {
  const name = options.guardName ?? 'test'
  const outcome = compileBody(body, { name, language: 'js' })
  if (!outcome.ok) throw new Error(`the script of the test does not compile: ${outcome.reason}`)
  const hash = createHash('sha256').update(name).update('\0').update(body).digest('hex')
  return createJob({ timeoutMs: 30_000, hash, guardName: name, compiled: outcome.compiled, ...options })
}

/** A guard that does what guards do; its report shows whether runs before it have left anything. */
export async function canary(pool: ScriptRunner): Promise<RunReport> {
  const report = await pool.run(scriptJob(CANARY, { guardName: 'canary', call: async (): Promise<JsonValue> => 'answer' }))
  return report
}

export const CANARY_ACTIONS = [{ kind: 'deny', reason: 'ls answer 3,2,1 {"a":1} true' }]

const CANARY = `
const list = [1, 2, 3].reverse()
const data = JSON.stringify({ a: 1 })
vance.guard.deny([vance.guard.command.args.command, vance.documents.read('x'), list.join(), data, /^a+$/.test('aaa')].join(' '))
`

/** Whether there is such a process that still runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** @throws Error when it does not become true in time. */
export async function eventually(what: string, holds: () => boolean, ms = 15_000): Promise<void> {
  const end = Date.now() + ms
  while (!holds()) {
    if (Date.now() > end) throw new Error(`not within ${ms} ms: ${what}`)
    await new Promise((resolve) => { setTimeout(resolve, 20) })
  }
}

export async function pidOfBusyRunner(pool: ScriptRunner): Promise<number> {
  const busy = (): number | null => pool.stats().runners.find(runner => runner.state === 'busy')?.pid ?? null
  await eventually('a runner is at work', () => busy() !== null)
  return busy() ?? 0
}
