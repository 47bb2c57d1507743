/**
 * Reads what `setup.mjs` installed. Does not install anything.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** One installed host. Paths are absolute. */
export interface InstalledHost {
  readonly version: string
  /** The `dsh` script, to be run with `Installed.node`. */
  readonly bin: string
  /** A `node_modules` folder in which every package of the host is found. */
  readonly modules: string
}

export interface Installed {
  /** A Node that the hosts accept. */
  readonly node: string
  /** Folders for the front of PATH: pnpm and that Node. */
  readonly bins: readonly string[]
  readonly pnpmStore: string
  /** The main host first. */
  readonly hosts: readonly [InstalledHost, ...InstalledHost[]]
}

/** Absolute path of the repository. */
export const repository = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))

/** Absolute path of the git-ignored folder for everything that tests keep between runs. */
export const cacheDir = join(repository, '.cache')

/** @throws Error that says what to run when the set-up did not happen. */
export function readInstalled(): Installed {
  try {
    return JSON.parse(readFileSync(join(cacheDir, 'installed.json'), 'utf8')) as Installed
  } catch (cause) {
    throw new Error('the host under test is not installed; run `npm test` (it passes its arguments on), or `node test/support/setup.mjs --hosts` once', { cause })
  }
}

/** @throws Error when that version was not installed. */
export function hostOf(installed: Installed, version?: string): InstalledHost {
  if (version === undefined) return installed.hosts[0]
  const host = installed.hosts.find(candidate => candidate.version === version)
  if (host === undefined) throw new Error(`dsh ${version} is not installed; run \`node test/support/setup.mjs --hosts\``)
  return host
}
