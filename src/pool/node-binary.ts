/**
 * Which Node runs guards, and what it can deny its own code. Owns the rule for when a process is not
 * possible and a thread has to do.
 */
import { execFile } from 'node:child_process'
import { basename } from 'node:path'
import { findNodeOnPath } from './node-on-path.ts'
import type { FoundNode } from './node-on-path.ts'

/** What is known of the process that the host runs in. */
export interface HostProcess {
  readonly execPath: string
  /** `process.versions`. */
  readonly versions: Readonly<Record<string, string | undefined>>
  /** Whether this is a program with the script built in (`node:sea`). */
  readonly isSingleExecutable: boolean
  /** The Node to take where the host's own program is not one. */
  findNode(): FoundNode | null
}

export type RunnerChoice =
  | { readonly kind: 'process', readonly nodePath: string, readonly version: string | null }
  | { readonly kind: 'thread', readonly why: string }

/** Oldest Node that runs guards. */
const OLDEST = 20
const PROBE_MS = 10_000

/** The process that this runs in. */
export function thisProcess(): HostProcess {
  let found: FoundNode | null | undefined
  return {
    execPath: process.execPath, versions: process.versions, isSingleExecutable: isSingleExecutable(),
    findNode: () => found === undefined ? found = findNodeOnPath(process.env['PATH'] ?? '', OLDEST) : found,
  }
}

/** `node:sea` is younger than the oldest Node that is supported, so it is asked for and not imported. */
function isSingleExecutable(): boolean {
  const ask = process as unknown as { getBuiltinModule?(name: string): { isSea?(): boolean } | undefined }
  return ask.getBuiltinModule?.('node:sea')?.isSea?.() ?? false
}

/**
 * A process, unless the configuration says otherwise. Where the host's own program is not a plain Node, that of the
 * user: started again, such a program would start the host again. A thread where there is none.
 */
export function chooseRunner(sandbox: { readonly runner: 'process' | 'worker', readonly nodePath: string | null }, host: HostProcess): RunnerChoice {
  if (sandbox.runner === 'worker') return { kind: 'thread', why: 'sandbox.runner is worker' }
  // Its version is asked of the binary itself when it is first needed.
  if (sandbox.nodePath !== null) return { kind: 'process', nodePath: sandbox.nodePath, version: null }
  const reason = notPlainNode(host)
  if (reason === null) return { kind: 'process', nodePath: host.execPath, version: host.versions['node'] ?? null }
  const found = host.findNode()
  if (found !== null) return { kind: 'process', nodePath: found.nodePath, version: found.version }
  return { kind: 'thread', why: `${host.execPath} ${reason}, and there is no Node ${OLDEST} or newer on PATH; install one or set sandbox.nodePath to have guards run in processes` }
}

/** The Node for checks that need one: a path, or the bare name where none is known, which then is not found and says so. */
export function nodeForChecks(nodePath: string | null, host: HostProcess): string {
  return nodePath ?? (notPlainNode(host) === null ? host.execPath : host.findNode()?.nodePath ?? 'node')
}

function notPlainNode({ execPath, versions, isSingleExecutable }: HostProcess): string | null {
  if (isSingleExecutable) return 'is a single-executable application'
  if (versions['electron'] !== undefined) return 'is Electron'
  if (versions['bun'] !== undefined) return 'is Bun'
  if (versions['node'] === undefined) return 'is not Node'
  // `node`, `node.exe`, `nodejs`, `node20`; anything else may be a packaged program.
  return /^node/i.test(basename(execPath.replaceAll('\\', '/'))) ? null : 'is not named like Node'
}

/** @returns the version, or why the binary is of no use. Never rejects. */
export function probeNode(nodePath: string): Promise<{ readonly version: string } | { readonly problem: string }> {
  return new Promise((resolve) => {
    execFile(nodePath, ['--version'], { timeout: PROBE_MS, env: {}, windowsHide: true }, (error, stdout) => {
      const version = /^v(\d+\.\d+\.\d+)/.exec(stdout)?.[1]
      if (version === undefined) resolve({ problem: error === null ? `${nodePath} is not Node: it did not answer --version with one` : `${nodePath} could not be run (${error.code ?? error.message})` })
      else if (Number.parseInt(version, 10) < OLDEST) resolve({ problem: `${nodePath} is Node ${version}, at least ${OLDEST} is needed` })
      else resolve({ version })
    })
  })
}

/** The flags with which a Node of this version keeps its own code from files, processes, threads and add-ons. */
export function permissionFlags(version: string, readable: readonly string[]): string[] {
  // The long name is the one that every version before 24 knows.
  const flag = Number.parseInt(version, 10) >= 24 ? '--permission' : '--experimental-permission'
  // Node takes a star for the end of a path, wherever it stands, and does not take two that are the same up to there.
  const upToStar = new Set(readable.map(path => path.includes('*') ? path.slice(0, path.indexOf('*') + 1) : path))
  return [flag, ...[...upToStar].map(path => `--allow-fs-read=${path}`)]
}
