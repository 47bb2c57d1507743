/**
 * The Node that a user has on PATH, for hosts whose own program cannot run guards. Owns which one is taken; does not
 * decide whether one is needed.
 */
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

export interface FoundNode {
  readonly nodePath: string
  readonly version: string
}

const PROBE_MS = 3000
/** A PATH can name the same dead shim many times; each one that is asked costs a process. */
const MOST_ASKED = 4

/**
 * The first Node of PATH that is new enough. Asked with an empty environment, as runners are started: a shim that needs
 * more is no use. Relative folders are left out: what they name changes with the folder that dsh was started in.
 */
export function findNodeOnPath(path: string, oldest: number, platform: NodeJS.Platform = process.platform): FoundNode | null {
  const name = platform === 'win32' ? 'node.exe' : 'node'
  const candidates = path.split(delimiter).filter(folder => isAbsolute(folder)).map(folder => join(folder, name)).filter(isProgram)
  for (const nodePath of [...new Set(candidates)].slice(0, MOST_ASKED)) {
    const { stdout } = spawnSync(nodePath, ['--version'], { encoding: 'utf8', timeout: PROBE_MS, env: {}, windowsHide: true, stdio: ['ignore', 'pipe', 'ignore'] })
    const version = /^v(\d+\.\d+\.\d+)/.exec(stdout ?? '')?.[1]
    if (version !== undefined && Number.parseInt(version, 10) >= oldest) return { nodePath, version }
  }
  return null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
