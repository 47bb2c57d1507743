/**
 * Which Node runs guards, and what it can deny its own code. Owns the rule for when a process is not
 * possible and a thread has to do.
 */
import { execFile } from 'node:child_process'
import { basename } from 'node:path'

/** What is known of the process that the host runs in. */
export interface HostProcess {
  readonly execPath: string
  /** `process.versions`. */
  readonly versions: Readonly<Record<string, string | undefined>>
  /** Whether this is a program with the script built in (`node:sea`). */
  readonly isSingleExecutable: boolean
}

export type RunnerChoice =
  | { readonly kind: 'process', readonly nodePath: string, readonly version: string | null }
  | { readonly kind: 'thread', readonly why: string }

/** Oldest Node that runs guards. */
const OLDEST = 20
const PROBE_MS = 10_000

/**
 * A process, unless the configuration says otherwise or the host's own program is not a plain Node: started
 * again, such a program would start the host again.
 */
export function chooseRunner(sandbox: { readonly runner: 'process' | 'worker', readonly nodePath: string | null }, host: HostProcess): RunnerChoice {
  if (sandbox.runner === 'worker') return { kind: 'thread', why: 'sandbox.runner is worker' }
  // Its version is asked of the binary itself when it is first needed.
  if (sandbox.nodePath !== null) return { kind: 'process', nodePath: sandbox.nodePath, version: null }
  const reason = notPlainNode(host)
  if (reason === null) return { kind: 'process', nodePath: host.execPath, version: host.versions['node'] ?? null }
  return { kind: 'thread', why: `${host.execPath} ${reason}; set sandbox.nodePath to a Node binary to have guards run in processes` }
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
