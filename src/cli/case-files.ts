/** Finds example files and reads them: `<name>.examples.yml` beside a script, and `.jsonl` with `{ command, expect }`. */
import { readFile, readdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { GuardError } from '../errors.ts'
import { readExampleFile, scriptNameOf } from '../guard/example-file.ts'
import { parseExamples } from '../guard/examples.ts'
import type { ExampleFile, RawExample } from '../guard/examples.ts'
import { isJsonObject } from '../base/json.ts'
import type { JsonValue } from '../types.ts'

export interface CaseFile extends ExampleFile {
  readonly file: string
  /** Absolute path of the script that the examples are about; null: the gates and guards of the configuration. */
  readonly script: string | null
}

const EXTENSIONS = ['.js', '.mjs', '.ts']
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', '.git'])
const MAX_DEPTH = 6

/** @param named files or folders; none: the folder in which one is. @throws GuardError NOT_FOUND */
export async function caseFiles(named: readonly string[], cwd: string): Promise<readonly CaseFile[]> {
  const paths = named.length === 0 ? [cwd] : named.map(name => resolve(cwd, name))
  const files: string[] = []
  for (const path of paths) {
    const found = await stat(path).catch(() => null)
    if (found === null) throw new GuardError('NOT_FOUND', `${path} is not there`)
    files.push(...found.isDirectory() ? await below(path, 0) : [path])
  }
  if (files.length === 0) throw new GuardError('NOT_FOUND', `no *.examples.yml below ${paths.join(', ')}: put <name>.examples.yml beside <name>.js`)
  return await Promise.all([...new Set(files)].sort().map(readCases))
}

async function below(folder: string, depth: number): Promise<string[]> {
  if (depth > MAX_DEPTH) return []
  const entries = await readdir(folder, { withFileTypes: true })
  const nested = await Promise.all(entries.filter(entry => entry.isDirectory() && !SKIPPED.has(entry.name)).map(entry => below(join(folder, entry.name), depth + 1)))
  return [...entries.filter(entry => entry.isFile() && scriptNameOf(entry.name) !== null).map(entry => join(folder, entry.name)), ...nested.flat()]
}

async function readCases(file: string): Promise<CaseFile> {
  if (file.endsWith('.jsonl')) return { file, script: null, ...parseExamples(jsonLines(await readFile(file, 'utf8')), 'command') }
  const name = scriptNameOf(file)
  if (name === null) throw new GuardError('BAD_ARGUMENT', `${file} is no file of examples: it ends in .examples.yml or .jsonl`)
  const script = await firstThere(EXTENSIONS.map(extension => join(dirname(file), name + extension)))
  const read = await readExampleFile(file, null) ?? { examples: [], problems: [{ line: 1, text: 'the file is gone' }] }
  if (script !== null) return { file, script, ...read }
  return { file, script, examples: [], problems: [{ line: 1, text: `there is no script beside it: ${name}.js, ${name}.mjs or ${name}.ts` }, ...read.problems] }
}

async function firstThere(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) if (await stat(path).then(found => found.isFile(), () => false)) return path
  return null
}

/** Lines of other tools' case files have more keys, and `block` for a refusal. */
function jsonLines(text: string): RawExample[] {
  return text.split('\n').flatMap((line, at): RawExample[] => {
    if (line.trim() === '') return []
    const value = parsed(line)
    if (!isJsonObject(value)) return [{ value, line: at + 1 }]
    const { command, expect, name } = value
    return [{ value: { command: command ?? null, expect: expect === 'block' ? 'deny' : expect ?? null, ...name === undefined ? {} : { name } }, line: at + 1 }]
  })
}

function parsed(line: string): JsonValue {
  try {
    return JSON.parse(line) as JsonValue
  } catch {
    return null
  }
}
