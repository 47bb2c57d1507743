/**
 * A dsh home of a test's own, and the real `dsh` in it: plugins added by the real `dsh plugin add`,
 * patches written where a user writes them, processes started with a clean environment.
 *
 * A home with Shooty in it is prepared once for each state of the plugin and copied for each test.
 */
import { cp, mkdir, mkdtemp, readFile, readdir, realpath, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { stringify } from 'yaml'
import { cleanEnv, startChild } from './child.ts'
import type { ChildOutcome, RunningChild } from './child.ts'
import { cacheDir, hostOf, readInstalled } from '../install/installed.ts'
import type { InstalledHost } from '../install/installed.ts'
import { UNPACKED } from './packaging.ts'
import { packPlugin } from '../install/pack.ts'
import { withLock } from '../install/setup-lock.mjs'

export type Profile = 'headless' | 'web'

/** Prepared homes that nobody used for this long are removed, milliseconds. */
const KEEP_PREPARED_MS = 2 * 60 * 60 * 1000

export interface DshOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
}

/** A dsh home and the host that runs in it. */
export interface DshHome {
  /** `DSH_HOME`. */
  readonly dir: string
  readonly host: InstalledHost
  profileDir(profile: Profile): string
  /** Runs `dsh` to its end. */
  dsh(args: readonly string[], options?: DshOptions): Promise<ChildOutcome>
  /** Starts `dsh` and leaves it running. */
  startDsh(args: readonly string[], options?: DshOptions): RunningChild
  /** `dsh plugin --profile <profile> <args>`; throws when it fails. */
  plugin(profile: Profile, ...args: readonly string[]): Promise<ChildOutcome>
  /** Writes the profile's `cordis.patch.yml`: text as it is, rows as YAML. */
  writePatch(profile: Profile, patch: string | readonly object[]): Promise<void>
  /** Bundles of the profile, in the order in which their rows are composed. */
  bundles(profile: Profile): Promise<readonly string[]>
  /** Puts bundle `name` right before or after bundle `anchor`. */
  moveBundle(profile: Profile, name: string, where: 'before' | 'after', anchor: string): Promise<void>
  remove(): Promise<void>
}

function openHome(dir: string, host: InstalledHost): DshHome {
  const installed = readInstalled()

  function environment(extra: Readonly<Record<string, string>>, registry: boolean): Record<string, string> {
    const base = cleanEnv({}, { registry })
    const pnpm = { npm_config_store_dir: installed.pnpmStore, npm_config_cache_dir: join(cacheDir, 'pnpm-cache'), npm_config_prefer_offline: 'true' }
    return {
      ...base,
      ...registry ? pnpm : {},
      PATH: [...installed.bins, base.PATH ?? ''].join(delimiter),
      HOME: join(dir, '.user'),
      USERPROFILE: join(dir, '.user'),
      DSH_HOME: dir,
      DSH_TELEMETRY_DISABLED: '1',
      // A host that is one program unpacks parts of itself below the user's home, for ten seconds in every fresh one.
      PKG_NATIVE_CACHE_PATH: UNPACKED,
      ...extra,
    }
  }

  function start(args: readonly string[], options: DshOptions, registry: boolean): RunningChild {
    const [program, ...first] = host.command
    return startChild(program, [...first, ...args], {
      cwd: options.cwd ?? dir,
      env: environment(options.env ?? {}, registry),
      timeoutMs: options.timeoutMs ?? 120_000,
    })
  }

  function profileDir(profile: Profile): string {
    return join(dir, 'profiles', profile)
  }

  async function readManifest(profile: Profile): Promise<{ dsh: { profile: { bundles: string[] } } }> {
    return JSON.parse(await readFile(join(profileDir(profile), 'package.json'), 'utf8')) as { dsh: { profile: { bundles: string[] } } }
  }

  return {
    dir,
    host,
    profileDir,
    dsh: (args, options = {}) => start(args, options, false).exited,
    startDsh: (args, options = {}) => start(args, options, false),
    async plugin(profile, ...args) {
      const outcome = await start(['plugin', '--profile', profile, ...args], { timeoutMs: 120_000 }, true).exited
      if (outcome.code !== 0) throw new Error(`dsh plugin ${args.join(' ')} failed (${outcome.code ?? outcome.signal}):\n${outcome.stdout}\n${outcome.stderr}`)
      return outcome
    },
    async writePatch(profile, patch) {
      await mkdir(profileDir(profile), { recursive: true })
      await writeFile(join(profileDir(profile), 'cordis.patch.yml'), typeof patch === 'string' ? patch : stringify(patch))
    },
    bundles: async profile => (await readManifest(profile)).dsh.profile.bundles,
    async moveBundle(profile, name, where, anchor) {
      const manifest = await readManifest(profile)
      const bundles = manifest.dsh.profile.bundles.filter(bundle => bundle !== name)
      const at = bundles.indexOf(anchor)
      if (at < 0) throw new Error(`no bundle ${anchor} in ${bundles.join(', ')}`)
      bundles.splice(where === 'before' ? at : at + 1, 0, name)
      manifest.dsh.profile.bundles = bundles
      await writeFile(join(profileDir(profile), 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    },
    remove: () => rm(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  }
}

async function temporaryDir(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'shooty-test-')))
}

/**
 * The layer of a whole home. Hosts that are one program confine the shell, and refuse every command where the machine
 * lacks what that needs; the approval policy stays what it is.
 */
const UNCONFINED = `- id: sandbox-policy
  config: { mode: danger-full-access, workspaceRoot: !!js process.cwd() }
- id: permission
  config: { defaultPreset: tests, presets: { tests: { sandbox: danger-full-access, approval: ask } } }
`

async function furnish(dir: string, host: InstalledHost): Promise<void> {
  await mkdir(join(dir, '.user'), { recursive: true })
  if (host.modules === null) await writeFile(join(dir, 'cordis.patch.yml'), UNCONFINED)
}

/** An empty home, as a user has it before the first start. */
export async function emptyHome(options: { readonly host?: string } = {}): Promise<DshHome> {
  const home = openHome(await temporaryDir(), hostOf(readInstalled(), options.host))
  await furnish(home.dir, home.host)
  return home
}

async function pruneOld(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    const path = join(dir, name)
    if (name !== 'lock' && Date.now() - (await stat(path)).mtimeMs > KEEP_PREPARED_MS) await rm(path, { recursive: true, force: true })
  }
}

/** Path of a home that has Shooty in the given profiles; to be copied, never to be run. */
async function preparedHome(host: InstalledHost, profiles: readonly Profile[]): Promise<string> {
  const { tarball, hash } = await packPlugin()
  const homes = join(cacheDir, 'homes')
  await mkdir(homes, { recursive: true })
  const key = createHash('sha256').update([hash, UNCONFINED, ...host.command, ...profiles].join('\n')).digest('hex').slice(0, 12)
  const prepared = join(homes, `${host.version}-${key}`)
  if (!existsSync(prepared)) {
    await withLock(join(homes, 'lock'), async () => {
      if (existsSync(prepared)) return
      await pruneOld(homes)
      const made = join(homes, `new-${key}`)
      await rm(made, { recursive: true, force: true })
      await furnish(made, host)
      const home = openHome(made, host)
      for (const profile of profiles) await home.plugin(profile, 'add', tarball)
      await rename(made, prepared)
    })
  }
  const now = new Date()
  await utimes(prepared, now, now)
  return prepared
}

/** Copies the content of a folder. `cp` takes a tenth of the time of Node's own copy for many small files. */
async function copyTree(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') {
    await cp(from, to, { recursive: true, verbatimSymlinks: true })
    return
  }
  const copied = await startChild('cp', ['-a', `${from}/.`, to], { cwd: to, env: cleanEnv() }).exited
  if (copied.code !== 0) throw new Error(`cannot copy ${from}: ${copied.stderr}`)
}

/** A fresh home with Shooty installed from its tarball. */
export async function homeWithShooty(options: { readonly host?: string, readonly profiles?: readonly Profile[] } = {}): Promise<DshHome> {
  const host = hostOf(readInstalled(), options.host)
  const prepared = await preparedHome(host, options.profiles ?? ['headless'])
  const dir = await temporaryDir()
  await copyTree(prepared, dir)
  return openHome(dir, host)
}


/** The same home under another host. */
export function underHost({ dir }: DshHome, version: string): DshHome {
  return openHome(dir, hostOf(readInstalled(), version))
}
