/** The rules about destructive commands over the real reader and files in memory: `/home/dev/project` is the workspace. */
import { posix } from 'node:path'
import { createRuleSet, type RuleSet } from '../../../src/gate/destructive/rule-set.ts'
import { DEFAULT_PACKS } from '../../../src/gate/destructive/packs/all.ts'
import { judgeReading, type Finding } from '../../../src/gate/destructive/judge.ts'
import { createEffectReader } from '../../../src/gate/effects.ts'
import { memoryFiles, type MemoryNode } from '../files/memory-files.ts'
import { sessionAt } from './gate-world.ts'

export const PROJECT = '/home/dev/project'
export const DEFAULT_RULES = createRuleSet(DEFAULT_PACKS)

export interface DestructiveWorld {
  judge(command: string, rules?: RuleSet): Promise<Finding | null>
}

const FILES: Readonly<Record<string, MemoryNode>> = {
  [`${PROJECT}/package.json`]: '{}', [`${PROJECT}/.git/HEAD`]: 'ref: refs/heads/main', [`${PROJECT}/src/app.ts`]: 'x', [`${PROJECT}/README`]: 'x', '/tmp/x/y': 'x', '/home/dev/notes.txt': 'x', '/etc/passwd': 'x',
}

export function destructiveWorld(options: { readonly files?: Readonly<Record<string, MemoryNode>>, readonly cwd?: string, readonly trusted?: (path: string) => boolean } = {}): DestructiveWorld {
  const files = memoryFiles({ ...FILES, ...options.files })
  const cwd = options.cwd ?? PROJECT
  const session = sessionAt(cwd)
  const reader = createEffectReader({ files, protectedTools: [], home: '/home/dev', variables: { TMPDIR: '/tmp', USER: 'dev' } })
  const exists = async (path: string): Promise<boolean> => await files.stat(session, path) !== null
  const parts = {
    around: { flavour: posix, workspace: [cwd], workTree: PROJECT, home: '/home/dev', temp: ['/tmp', '/var/tmp'], trusted: options.trusted ?? (() => false), real: (path: string) => reader.identity.entry(session, path) },
    exists, excepted: () => false, read: (text: string) => reader.readText(text, session),
    async text(path: string) {
      const found = await files.read(session, path, 4_096)
      return found === null ? null : new TextDecoder().decode(found.bytes)
    },
  }
  return { judge: async (command, rules = DEFAULT_RULES) => await judgeReading(await reader.readText(command, session), rules, parts) }
}
