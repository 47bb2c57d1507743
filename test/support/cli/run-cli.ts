/** The built command line as a process, in a folder and a home of the test's own. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const CLI = fileURLToPath(new URL('../../../lib/cli.js', import.meta.url))

export interface CliRun {
  readonly code: number
  readonly out: string
  readonly err: string
}

export interface CliWorld {
  /** Absolute, symlinks resolved. */
  readonly folder: string
  readonly home: string
  write(files: Readonly<Record<string, string>>): Promise<void>
  /** The profile's patch file, and a package in it that brings the row. */
  profile(name: string, patch: string): Promise<void>
  run(...args: readonly string[]): Promise<CliRun>
  /** Parsed standard output. */
  json(...args: readonly string[]): Promise<Record<string, unknown>>
}

export async function cliWorld(): Promise<CliWorld> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'shooty-cli-')))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const folder = join(root, 'work')
  const home = join(root, 'home')
  const write = async (base: string, files: Readonly<Record<string, string>>): Promise<void> => {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(base, name)), { recursive: true })
      await writeFile(join(base, name), text)
    }
  }
  await mkdir(folder, { recursive: true })
  await mkdir(home, { recursive: true })
  const run = (...args: readonly string[]): Promise<CliRun> => new Promise((resolve) => {
    const env = { PATH: process.env.PATH ?? '', HOME: root, DSH_HOME: home }
    execFile(process.execPath, [CLI, ...args], { cwd: folder, env, maxBuffer: 64 << 20 }, (error, out, err) => {
      resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1, out, err })
    })
  })
  return {
    folder, home, run,
    write: files => write(folder, files),
    profile: (name, patch) => write(join(home, 'profiles', name), {
      'package.json': JSON.stringify({ dsh: { profile: { bundles: ['@deepseek-ai/dsh-base', 'dsh-shooty'] } } }),
      'node_modules/dsh-shooty/package.json': JSON.stringify({ name: 'dsh-shooty', dsh: { bundle: { patch: './cordis.patch.yml' } } }),
      'node_modules/dsh-shooty/cordis.patch.yml': '- insert:\n    - id: shooty\n      name: dsh-shooty\n',
      'cordis.patch.yml': patch,
    }),
    async json(...args) {
      const { out, err } = await run(...args, '--json')
      if (out === '') throw new Error(err)
      return JSON.parse(out) as Record<string, unknown>
    },
  }
}
