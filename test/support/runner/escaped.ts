/**
 * Guards that have broken out of their compartment on purpose, in a runner that is otherwise the real one,
 * and the same attempts in a plain Node process, which show that an attempt fails because it is denied.
 */
import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ScriptRunner } from '../../../src/pool/create.ts'
import { MODULES, createRealPool, scriptJob, type RealPoolOptions } from './guard-pool.ts'

const fixture = (name: string): string => fileURLToPath(new URL(`../../fixtures/runner/${name}`, import.meta.url))
const ACTS = fixture('escaped-acts.mjs')

/** The runner's own parts, which the entry of these tests puts together. */
const RUNNER_MODULES = ['runner/*', 'base/*', 'errors.js', 'protocol.js'].map(path => join(MODULES, path))

/** What came of an attempt. */
export interface Attempted {
  readonly done?: unknown
  readonly failed?: string
}

export type Act = readonly [name: string, argument?: string | number]

export function createEscapedPool(options: RealPoolOptions = {}): ScriptRunner {
  return createRealPool({ probe: { entry: fixture('escaped-entry.mjs'), readable: [ACTS, ...RUNNER_MODULES] }, sandbox: { maxRunners: 1 }, ...options })
}

/** Runs in which what takes turns of the event loop gets them: each has one. */
const MAX_TURNS = 2000

/** @throws Error when the attempt comes to no end. */
export async function escape(pool: ScriptRunner, [name, argument]: Act): Promise<Attempted> {
  let outcome = await ask(pool, name, argument)
  for (let turn = 0; 'pending' in outcome; turn += 1) {
    if (turn === MAX_TURNS) throw new Error(`${name} came to no end`)
    outcome = await ask(pool, 'outcome')
  }
  return outcome
}

async function ask(pool: ScriptRunner, name: string, argument?: string | number): Promise<Attempted> {
  const report = await pool.run(scriptJob('vance.guard.deny(escaped(vance.params.name, vance.params.argument))', { params: { name, argument: argument ?? null } }))
  if (report.fault !== null) throw new Error(`${name}: ${report.fault.message}`)
  const action = report.actions[0]
  return JSON.parse(action?.kind === 'deny' ? action.reason : '{}') as Attempted
}

/** The attempts in a process of the same Node with nothing around it. */
export async function withoutWalls(acts: readonly Act[]): Promise<Readonly<Record<string, Attempted>>> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', ACTS, JSON.stringify(acts)], { cwd: dirname(ACTS) })
  return JSON.parse(stdout) as Record<string, Attempted>
}
