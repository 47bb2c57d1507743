/**
 * Reads what `setup.mjs` installed. Does not install anything.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** One installed host. Paths are absolute. */
export interface InstalledHost {
  readonly version: string
  /** What starts `dsh`: a program and its first arguments. */
  readonly command: readonly [string, ...string[]]
  /** A `node_modules` folder in which every package of the host is found; null for a host that is one program. */
  readonly modules: string | null
  /** The option of its headless profile that goes on with an old session; null for a host without one. */
  readonly resumeOption: string | null
  /** The `DSH_TOOLS_MODE` in which the model writes code that calls tools. */
  readonly codeMode: string
}

/** A host that the set-up could not install here. */
export interface MissingHost {
  readonly version: string
  readonly why: string
}

export interface Installed {
  /** A Node that the hosts accept. */
  readonly node: string
  /** Folders for the front of PATH: pnpm and that Node. */
  readonly bins: readonly string[]
  readonly pnpmStore: string
  /** The main host first. */
  readonly hosts: readonly [InstalledHost, ...InstalledHost[]]
  readonly missing: readonly MissingHost[]
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
    throw new Error('the host under test is not installed; run `npm test` (it passes its arguments on), or `node test/support/install/setup.mjs --hosts` once', { cause })
  }
}

/**
 * @param version how the version begins; default `SHOOTY_TEST_HOST`, else the main host.
 * @throws Error when it was not installed.
 */
export function hostOf(installed: Installed, version = process.env.SHOOTY_TEST_HOST ?? ''): InstalledHost {
  const host = installed.hosts.find(candidate => candidate.version.startsWith(version))
  if (host === undefined) throw new Error(`dsh ${version} is not installed; run \`node test/support/install/setup.mjs --hosts\``)
  return host
}

/** The host whose packages can be imported, of which there are several versions. @throws Error when it was not installed. */
export function importableHost(installed: Installed, version = ''): InstalledHost & { readonly modules: string } {
  const { modules, ...host } = hostOf(installed, version)
  if (modules === null) throw new Error(`the packages of dsh ${version} cannot be imported`)
  return { ...host, modules }
}
