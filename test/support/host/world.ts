/**
 * One test's world: a dsh home with Shooty in it, a workspace, a scripted model, and runs of the
 * real `dsh` in them. Everything is temporary; nothing of the developer's set-up is used.
 */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stringify } from 'yaml'
import type { ChildOutcome, RunningChild } from './child.ts'
import { emptyHome, homeWithShooty } from './home.ts'
import type { DshHome, Profile } from './home.ts'
import { repository } from '../install/installed.ts'
import { startModel } from '../model/model-server.ts'
import type { ModelOptions, ModelRequest, ModelServer } from '../model/model-server.ts'
import { addProbe } from './probe-plugin.ts'
import type { ProbePlugin } from './probe-plugin.ts'
import { readSessionLogs } from './session-log.ts'
import type { SessionLog } from './session-log.ts'

export interface WorldOptions extends ModelOptions {
  /** The `config` of Shooty's row; left out: no override, Shooty's defaults. */
  readonly config?: object
  /** Further rows of the profile's patch. */
  readonly rows?: readonly object[]
  /** false: a home without Shooty. */
  readonly shooty?: boolean
  /** Files of the workspace: path → text. */
  readonly files?: Readonly<Record<string, string>>
  /** The user's guards, in `<dsh home>/guards`: path → text. */
  readonly guards?: Readonly<Record<string, string>>
  readonly probes?: readonly ProbePlugin[]
  /** Version of the host; default the main one. */
  readonly host?: string
  readonly profiles?: readonly Profile[]
}

export interface RunOptions {
  readonly prompt?: string
  readonly env?: Readonly<Record<string, string>>
  /** Time limit of the process, milliseconds. */
  readonly timeoutMs?: number
  readonly cwd?: string
}

export interface Run extends ChildOutcome {
  /** The agent's requests during this run. */
  readonly requests: readonly ModelRequest[]
  /** Requests without tools during this run. */
  readonly asides: readonly ModelRequest[]
  /** Sessions that exist after the run, oldest first. */
  readonly sessions: readonly SessionLog[]
  /** The user's session that was written to last. */
  readonly session: SessionLog | undefined
}

export interface World {
  readonly home: DshHome
  /** Absolute, symlinks resolved. */
  readonly workspace: string
  readonly model: ModelServer
  /** Writes the profile's patch: Shooty's row with this config, then `rows`. */
  configure(config: object | null, rows?: readonly object[], profile?: Profile): Promise<void>
  /** `dsh --profile headless <prompt>` in the workspace, to its end. */
  run(options?: RunOptions): Promise<Run>
  /** The same, left running; `finish` gives the result. */
  start(options?: RunOptions): RunningChild & { finish(): Promise<Run> }
  /** Goes on with an old session in the headless profile. */
  resume(session: string, options?: RunOptions): Promise<Run>
  /** The composed tree of a profile, as `dsh --dump-config` prints it. */
  dumpConfig(profile?: Profile): Promise<string>
  remove(): Promise<void>
}

async function writeFiles(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
}

/** The patch layer that puts the resuming runner in the place of the headless one. */
function resumePatch(session: string, prompt: string): string {
  const runner = pathToFileURL(join(repository, 'test', 'fixtures', 'plugins', 'resume-runner', 'index.mjs')).href
  return stringify([
    { id: 'headless-runner', disabled: true },
    { insert: [{ id: 'resume-runner', name: runner, config: { session, prompt } }] },
  ])
}

/** Environment that points a host at the scripted model. */
export function modelEnv(model: ModelServer): Record<string, string> {
  return { DEEPSEEK_BASE_URL: model.url, DEEPSEEK_API_KEY: 'scripted' }
}

export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const profiles = options.profiles ?? ['headless']
  const home = options.shooty === false ? await emptyHome(options) : await homeWithShooty({ ...options, profiles })
  const workspace = await realpath(await mkdtemp(join(tmpdir(), 'shooty-work-')))
  const model = await startModel(options)

  async function configure(config: object | null, rows: readonly object[] = [], profile: Profile = 'headless'): Promise<void> {
    await home.writePatch(profile, [...config === null ? [] : [{ id: 'shooty', config }], ...rows])
  }

  function start(args: readonly string[], run: RunOptions): RunningChild & { finish(): Promise<Run> } {
    const from = { requests: model.requests.length, asides: model.asides.length }
    const child = home.startDsh(args, { cwd: run.cwd ?? workspace, env: { ...modelEnv(model), ...run.env }, timeoutMs: run.timeoutMs ?? 120_000 })
    return {
      ...child,
      async finish() {
        const outcome = await child.exited
        const sessions = await readSessionLogs(home.dir)
        return {
          ...outcome,
          requests: model.requests.slice(from.requests),
          asides: model.asides.slice(from.asides),
          sessions,
          session: sessions.filter(log => !log.isSubagent).at(-1),
        }
      },
    }
  }

  const startHeadless = (run: RunOptions = {}): RunningChild & { finish(): Promise<Run> } =>
    start(['--profile', 'headless', run.prompt ?? 'do it'], run)

  await writeFiles(workspace, options.files ?? {})
  await writeFiles(join(home.dir, 'guards'), options.guards ?? {})
  for (const profile of profiles) {
    for (const probe of options.probes ?? []) await addProbe(home, profile, probe)
    if (options.config !== undefined || options.rows !== undefined) await configure(options.config ?? null, options.rows, profile)
  }

  return {
    home, workspace, model, configure,
    start: startHeadless,
    run: run => startHeadless(run).finish(),
    async resume(session, run = {}) {
      const prompt = run.prompt ?? 'go on'
      const { resumeOption } = home.host
      const patch = join(home.dir, `resume-${session}.yml`)
      if (resumeOption === null) await writeFile(patch, resumePatch(session, prompt))
      const how = resumeOption === null ? ['--patch', patch, 'unused'] : [resumeOption, session, prompt]
      const result = await start(['--profile', 'headless', ...how], run).finish()
      return { ...result, session: result.sessions.find(log => log.id === session) }
    },
    async dumpConfig(profile = 'headless') {
      const dumped = await home.dsh(['--profile', profile, '--dump-config'], { cwd: workspace })
      if (dumped.code !== 0) throw new Error(`--dump-config failed:\n${dumped.stderr}`)
      return dumped.stdout
    },
    async remove() {
      await model.stop()
      await home.remove()
      await rm(workspace, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}
