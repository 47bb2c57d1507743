/**
 * Which Lean checks: `leanPath`, else elan's own toolchains (its shim answers "no default toolchain
 * configured" until somebody chose one), else `lean` on PATH. Owns the version floor and what is
 * believed to be Lean; checks nothing.
 */
import { readdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { oneLine } from '../base/text.ts'
import type { ProcessPort } from '../types.ts'

/** Eight mistakes of the kernel, each of which proved `False`, were mended here. */
export const LEAN_FLOOR = [4, 33, 1] as const
const FLOOR = LEAN_FLOOR.join('.')
const VERSION_TIMEOUT_MS = 15_000
const MAX_VERSION_OUTPUT = 65_536
/** Programs that are asked for their version in one search. */
const MAX_ASKED = 8
const ADVICE = `install Lean ${FLOOR} or newer, or set leanPath to one`

export type LeanSearch =
  | { readonly kind: 'found', readonly program: string, readonly version: string }
  /** There is one, and a check by it would prove nothing. */
  | { readonly kind: 'unusable', readonly reason: string }
  | { readonly kind: 'none', readonly reason: string }

export interface LeanSearchDeps {
  readonly leanPath: string | null
  readonly process: ProcessPort
  /** Complete environment of the program that is asked; PATH, HOME and ELAN_HOME say where to look. */
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly signal: AbortSignal
}

export async function findLean(deps: LeanSearchDeps): Promise<LeanSearch> {
  if (deps.leanPath !== null) {
    const asked = await askVersion(deps.leanPath, deps)
    return asked.kind === 'none' ? { kind: 'unusable', reason: `leanPath: ${asked.reason}` } : asked
  }
  let unusable: LeanSearch | null = null
  const toolchains = (await elanToolchains(deps.env)).slice(0, MAX_ASKED)
  for (const program of [...toolchains, 'lean']) {
    const asked = await askVersion(program, deps)
    if (asked.kind === 'found' || deps.signal.aborted) return asked
    if (asked.kind === 'unusable') unusable ??= asked
  }
  return unusable ?? { kind: 'none', reason: toolchains.length === 0 ? 'lean is not on PATH' : 'lean is not on PATH, and none of elan\'s toolchains has one' }
}

/** Newest release first, candidates and names without a version behind. */
async function elanToolchains(env: Readonly<Record<string, string>>): Promise<string[]> {
  const home = env['ELAN_HOME'] ?? (env['HOME'] ?? env['USERPROFILE'])?.concat('/.elan')
  if (home === undefined) return []
  const folder = join(home, 'toolchains')
  const names = await readdir(folder).catch(() => [])
  return names.sort((left, right) => rankOf(right) - rankOf(left) || (left < right ? 1 : -1)).map(name => join(folder, name, 'bin', 'lean'))
}

/** Of `leanprover--lean4---v4.33.1`. */
function rankOf(name: string): number {
  const match = /v?(\d{1,4})\.(\d{1,4})\.(\d{1,4})(-?)/.exec(name)
  if (match === null) return -1
  const rank = (Number(match[1]) * 10_000 + Number(match[2])) * 10_000 + Number(match[3])
  return match[4] === '' ? rank + 1e12 : rank
}

async function askVersion(program: string, deps: LeanSearchDeps): Promise<LeanSearch> {
  const ran = await deps.process.run([program, '--version'], {
    cwd: deps.cwd, env: deps.env, signal: deps.signal, timeoutMs: VERSION_TIMEOUT_MS, maxOutputBytes: MAX_VERSION_OUTPUT,
  })
  if (!ran.started) return { kind: 'none', reason: `${program} could not be started: ${oneLine(ran.error ?? 'no reason given', 200)}` }
  const said = oneLine(`${ran.stdout} ${ran.stderr}`, 160)
  const version = ran.exitCode === 0 ? /^Lean \(version (\d{1,6})\.(\d{1,6})\.(\d{1,6})(-[\w.-]+)?[,)]/m.exec(ran.stdout) : null
  if (version === null) {
    return /no default toolchain/i.test(said)
      ? { kind: 'unusable', reason: `${program} is elan's shim without a default toolchain, and elan has no toolchain that can be used: ${ADVICE}` }
      : { kind: 'unusable', reason: `${program} --version is not Lean's answer ("${said}"): ${ADVICE}` }
  }
  const [, major, minor, patch, candidate = ''] = version
  const words = `${major}.${minor}.${patch}${candidate}`
  if (isBelowFloor([Number(major), Number(minor), Number(patch)], candidate !== '')) {
    return { kind: 'unusable', reason: `${program} is Lean ${words}, older than ${FLOOR}: what it accepts proves nothing; ${ADVICE}` }
  }
  return { kind: 'found', program, version: words }
}

function isBelowFloor(version: readonly number[], isCandidate: boolean): boolean {
  const at = LEAN_FLOOR.findIndex((part, index) => version[index] !== part)
  return at < 0 ? isCandidate : (version[at] ?? 0) < (LEAN_FLOOR[at] ?? 0)
}

/** A `lean` that lies in the workspace is the agent's, not the human's. */
export function withoutWorkspace(env: Readonly<Record<string, string>>, cwd: string): Readonly<Record<string, string>> {
  const path = env['PATH']
  if (path === undefined) return env
  const kept = path.split(delimiter).filter(folder => folder !== cwd && !folder.startsWith(`${cwd}/`) && !folder.startsWith(`${cwd}\\`))
  return { ...env, PATH: kept.join(delimiter) }
}
