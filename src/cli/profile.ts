/**
 * The configuration of a profile, read from its files without dsh: the patch layers of its packages, its own
 * `cordis.patch.yml` and the one of the home, applied as dsh applies them. Expressions (`!!js`) are not
 * evaluated: each is left out and named.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject } from '../base/json.ts'
import { GuardError, describeThrown } from '../errors.ts'
import type { JsonObject, JsonValue } from '../types.ts'

export interface ProfileConfig {
  /** The `config` of the row; null where no layer has any. */
  readonly config: JsonValue
  /** File in which the row's configuration stands last; null where none does. */
  readonly file: string | null
  /** What is good to know: layers that were not found, expressions that were left out. */
  readonly notes: readonly string[]
}

interface Layer {
  readonly file: string
  readonly rows: readonly JsonValue[]
}

const PATCH = 'cordis.patch.yml'
const PACKAGE = 'dsh-shooty'
const ROW = 'shooty'

/** @throws GuardError CONFIG_INVALID with the file and what is wrong with it. */
export async function readProfile(home: string, profile: string): Promise<ProfileConfig> {
  const folder = join(home, 'profiles', profile)
  if (!existsSync(folder)) throw new GuardError('CONFIG_INVALID', `there is no profile "${profile}": ${folder} does not exist. Name another one with --profile, or another home with --home`)
  const notes: string[] = []
  const bundles = bundlePatches(folder)
  const files = [...bundles, join(folder, PATCH), join(home, PATCH)].filter(file => existsSync(file))
  const layers: Layer[] = []
  for (const file of files) layers.push({ file, rows: await rowsOf(file, notes) })
  const found = applied(layers)
  if (found === null) throw new GuardError('CONFIG_INVALID', `the profile "${profile}" has no row of ${PACKAGE}: add it with dsh plugin --profile ${profile} add ${PACKAGE}`)
  return { ...found, notes }
}

/** Patch files of the profile's packages that are in the profile; those that come with dsh hold nothing of ours. */
function bundlePatches(folder: string): string[] {
  const manifest = json(join(folder, 'package.json'))
  const dsh = isJsonObject(manifest?.['dsh']) ? manifest['dsh'] : {}
  const profile = isJsonObject(dsh['profile']) ? dsh['profile'] : {}
  const bundles = Array.isArray(profile['bundles']) ? profile['bundles'].filter(name => typeof name === 'string') : []
  return bundles.flatMap((name) => {
    const root = join(folder, 'node_modules', name)
    const own = json(join(root, 'package.json'))?.['dsh']
    const bundle = isJsonObject(own) && isJsonObject(own['bundle']) ? own['bundle']['patch'] : null
    return typeof bundle === 'string' ? [join(root, bundle)] : []
  })
}

function json(file: string): JsonObject | null {
  try {
    const value = JSON.parse(readFileSync(file, 'utf8')) as JsonValue
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}

async function rowsOf(file: string, notes: string[]): Promise<JsonValue[]> {
  const { parseDocument } = await import('yaml')
  const left: string[] = []
  const js = { tag: 'tag:yaml.org,2002:js', resolve: (text: string) => { left.push(text); return null } }
  const document = parseDocument(readFileSync(file, 'utf8'), { customTags: [js] })
  const broken = document.errors[0]
  if (broken !== undefined) throw new GuardError('CONFIG_INVALID', `${file}${broken.linePos === undefined ? '' : `:${broken.linePos[0].line}`}: ${broken.message.split('\n')[0] ?? ''}`)
  let rows: JsonValue
  try {
    rows = document.toJS() as JsonValue
  } catch (error) {
    throw new GuardError('CONFIG_INVALID', `${file}: ${describeThrown(error)}`)
  }
  for (const text of left) notes.push(`${file}: !!js ${text} is not evaluated here, and left out`)
  if (rows === null) return []
  if (!Array.isArray(rows)) throw new GuardError('CONFIG_INVALID', `${file}: a patch file is a list of rows`)
  return rows
}

/** The last override of the row counts whole, as dsh has it. */
function applied(layers: readonly Layer[]): Pick<ProfileConfig, 'config' | 'file'> | null {
  let found: { config: JsonValue, file: string | null } | null = null
  for (const { file, rows } of layers) {
    for (const row of rows) {
      if (!isJsonObject(row)) continue
      const inserted = Array.isArray(row['insert']) ? findRow(row['insert']) : null
      if (inserted !== null) found = { config: inserted['config'] ?? null, file: inserted['config'] === undefined ? null : file }
      else if (row['insert'] === undefined && row['id'] === ROW && found !== null && Object.hasOwn(row, 'config')) found = { config: row['config'] ?? null, file }
    }
  }
  return found
}

function findRow(rows: readonly JsonValue[]): JsonObject | null {
  for (const row of rows) {
    if (!isJsonObject(row)) continue
    if (row['name'] === PACKAGE || row['id'] === ROW) return row
    const below = Array.isArray(row['config']) ? findRow(row['config']) : null
    if (below !== null) return below
  }
  return null
}

