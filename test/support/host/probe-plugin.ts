/**
 * Small plugins that a test puts beside Shooty: a package on disk with one module, added to the
 * home by the real `dsh plugin add`.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { DshHome, Profile } from './home.ts'

export interface ProbePlugin {
  /** Package name and row id. */
  readonly name: string
  /** The module: exports `apply(ctx, config)`, and `inject` where it needs services. Imports nothing but Node. */
  readonly source: string
  readonly config?: object
}

/** Writes the package below `parent` and gives its folder. */
export async function writeProbe(parent: string, probe: ProbePlugin): Promise<string> {
  const dir = join(parent, probe.name)
  await mkdir(dir, { recursive: true })
  await writeFile(join(dir, 'package.json'), JSON.stringify({
    name: probe.name, version: '1.0.0', type: 'module', main: './index.js', dsh: { bundle: { patch: './cordis.patch.yml' } },
  }))
  await writeFile(join(dir, 'index.js'), probe.source)
  const row = { id: probe.name, name: probe.name, ...probe.config === undefined ? {} : { config: probe.config } }
  await writeFile(join(dir, 'cordis.patch.yml'), stringify([{ insert: [row] }]))
  return dir
}

/** Adds the plugin to a profile. Its row comes last, which says nothing about when it is mounted. */
export async function addProbe(home: DshHome, profile: Profile, probe: ProbePlugin): Promise<void> {
  const dir = await writeProbe(join(home.dir, '.probes'), probe)
  await home.plugin(profile, 'add', dir)
}

export interface ListenerOptions {
  readonly prepend?: boolean
  /** Services to wait for. Rows mount at the same time; `shooty` here puts the listener after Shooty's own. */
  readonly after?: readonly string[]
}

/**
 * The source of a plugin with one listener.
 * @param event of the host, such as `tools/pre-execute`.
 * @param body of `async (payload, next) => { … }`; `ctx`, `config` and `record(value)` are in scope.
 *   `record` appends a JSON line to the file in `config.record`.
 */
export function listenerSource(event: string, body: string, options: ListenerOptions = {}): string {
  return `import { appendFileSync } from 'node:fs'
export const inject = ${JSON.stringify(['tools', ...options.after ?? []])}
export function apply(ctx, config) {
  const record = (value) => { appendFileSync(config.record, JSON.stringify(value) + '\\n') }
  ctx.on(${JSON.stringify(event)}, async (payload, next) => { ${body} }, { prepend: ${options.prepend === true} })
}
`
}
