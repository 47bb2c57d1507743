/**
 * A folder on disk with the real syntax checkers over it: what the tests of the checkers and of the
 * post-write-syntax gate share. The parsing child is the built one.
 */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { checkerEnvironment } from '../../../src/check/environment.ts'
import { createProcesses } from '../../../src/check/process.ts'
import type { SyntaxChecker, SyntaxOutcome } from '../../../src/check/syntax/checker.ts'
import { createSyntaxCheckers } from '../../../src/check/syntax/checkers.ts'
import { chooseChecker } from '../../../src/check/syntax/choose.ts'
import type { SessionRef } from '../../../src/types.ts'
import { localFiles } from '../files/local-files.ts'

export const CHILD_ENTRY = fileURLToPath(new URL('../../../lib/syntax-child.js', import.meta.url))
const OWN_TYPESCRIPT = fileURLToPath(new URL('../../../node_modules/typescript', import.meta.url))

export interface SyntaxWorld {
  readonly session: SessionRef
  readonly temporary: string
  readonly checkers: readonly SyntaxChecker[]
  path(name: string): string
  put(name: string, text: string | Uint8Array): Promise<string>
  /** Gives the project the `typescript` package that this repository has. */
  addTypeScript(): Promise<void>
  /** Checks a text as the file of that name. */
  check(name: string, text: string | Uint8Array, timeoutMs?: number): Promise<SyntaxOutcome | null>
}

export interface SyntaxWorldOptions {
  readonly node?: string
  /** Replaces PATH, e.g. by a folder of stand-ins. */
  readonly path?: string
}

export async function syntaxWorld(options: SyntaxWorldOptions = {}): Promise<SyntaxWorld> {
  const root = await mkdtemp(join(tmpdir(), 'shooty-syntax-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const cwd = join(root, 'project')
  const temporary = join(root, 'temporary')
  await mkdir(cwd)
  await mkdir(temporary)
  const environment = checkerEnvironment(options.path === undefined ? process.env : { ...process.env, PATH: options.path }, process.platform)
  const checkers = createSyntaxCheckers({
    processes: createProcesses(), files: localFiles(), environment, temporaryFolder: temporary,
    platform: process.platform, node: options.node ?? process.execPath, childEntry: CHILD_ENTRY,
  })
  const session: SessionRef = { sessionId: 's', agentId: 's', rootSessionId: 's', cwd, isSubagent: false }
  const path = (name: string): string => join(cwd, name)
  return {
    session, temporary, checkers, path,
    async put(name, text) {
      await mkdir(dirname(path(name)), { recursive: true })
      await writeFile(path(name), text)
      return path(name)
    },
    async addTypeScript() {
      await mkdir(path('node_modules'), { recursive: true })
      await symlink(OWN_TYPESCRIPT, path('node_modules/typescript'), 'junction')
    },
    async check(name, text, timeoutMs = 30_000) {
      const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
      const checker = chooseChecker(checkers, path(name), bytes)
      return checker === null ? null : checker.check({ session, path: path(name), bytes }, { timeoutMs, signal: new AbortController().signal })
    },
  }
}
