/** What the commands share: where the home is, which settings hold, and a workbench over them. */
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { createWorkbench } from '../compose/workbench.ts'
import type { Workbench } from '../compose/workbench.ts'
import { homeAt } from '../config/home.ts'
import type { Home } from '../config/home.ts'
import { resolveConfig } from '../config/resolve-config.ts'
import { GuardError } from '../errors.ts'
import type { Settings } from '../types.ts'
import type { Printer } from './print.ts'
import { readProfile } from './profile.ts'

export interface CommonOptions {
  readonly profile?: string
  readonly home?: string
  readonly cwd?: string
  readonly json?: boolean
}

export interface Loaded {
  readonly settings: Settings
  readonly notes: readonly string[]
  /** Where the configuration stands, for people. */
  readonly source: string
}

export function homeOf({ home }: CommonOptions, env: Readonly<Record<string, string | undefined>>): Home {
  return homeAt(resolve(home ?? env['DSH_HOME'] ?? join(homedir(), '.dsh')))
}

/** Settings of the profile; without one, the defaults: the gates as they come. @throws GuardError CONFIG_INVALID */
export async function loadSettings(options: CommonOptions, env: Readonly<Record<string, string | undefined>>): Promise<Loaded> {
  if (options.profile === undefined) return { settings: resolveConfig({}), notes: [], source: 'the defaults (no --profile was given)' }
  const { config, file, notes } = await readProfile(homeOf(options, env).dsh, options.profile)
  const source = file ?? `the profile ${options.profile}, which overrides nothing`
  try {
    return { settings: resolveConfig(config), notes, source }
  } catch (error) {
    if (error instanceof GuardError && file !== null) throw new GuardError(error.code, `${file}: ${error.message}`)
    throw error
  }
}

export async function withWorkbench<T>(settings: Settings, options: CommonOptions, printer: Printer, use: (workbench: Workbench) => Promise<T>): Promise<T> {
  const workbench = createWorkbench({ settings, home: homeOf(options, process.env), say: text => { if (options.json !== true) printer.line(printer.style('dim', text)) } })
  try {
    return await use(workbench)
  } finally {
    await workbench.dispose()
  }
}
