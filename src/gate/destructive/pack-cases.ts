/** Holds the cases of a user's pack against its rules, in a workspace that exists only for this. */
import { posix } from 'node:path'
import { describeThrown } from '../../errors.ts'
import type { FilesPort, SessionRef } from '../../types.ts'
import { createEffectReader } from '../effects.ts'
import { judgeReading, type JudgeParts } from './judge.ts'
import type { Pack, Rule } from './rule.ts'
import { createRuleSet } from './rule-set.ts'

const WORKSPACE = '/home/user/project'
const SESSION: SessionRef = { sessionId: 'cases', agentId: 'cases', rootSessionId: 'cases', cwd: WORKSPACE, isSubagent: false }

/** Nothing exists but the workspace. */
const NO_FILES: FilesPort = {
  read: () => Promise.resolve(null), stat: (_session, path) => Promise.resolve(path === WORKSPACE ? { kind: 'directory', size: 0, mtimeMs: 0 } : null), list: () => Promise.resolve([]),
  realpath: (_session, path) => Promise.resolve(path), write: () => Promise.resolve(), remove: () => Promise.resolve(),
}

export interface CheckedPack {
  /** Without the rules whose cases fail. */
  readonly pack: Pack
  readonly problems: readonly string[]
}

export async function checkCases(pack: Pack, file: string, deps: { readonly home: string | null }): Promise<CheckedPack> {
  const reader = createEffectReader({ files: NO_FILES, protectedTools: [], home: deps.home === null ? null : '/home/user', variables: { TMPDIR: '/tmp' } })
  const parts: JudgeParts = {
    around: { flavour: posix, workspace: [WORKSPACE], workTree: WORKSPACE, home: '/home/user', temp: ['/tmp'], trusted: () => false, real: path => Promise.resolve(path) },
    exists: () => Promise.resolve(false), text: () => Promise.resolve(null), read: text => reader.readText(text, SESSION), excepted: () => false,
  }
  const problems: string[] = []
  const good: Rule[] = []
  for (const rule of pack.rules) {
    const rules = createRuleSet([{ ...pack, rules: [rule] }])
    const refuses = async (command: string): Promise<boolean> => await judgeReading(await reader.readText(command, SESSION), rules, parts) !== null
    const found = await caseProblem(rule, refuses).catch((error: unknown) => describeThrown(error))
    if (found === null) good.push(rule)
    else problems.push(`${file}, rule ${rule.id}: ${found}; the rule is not in force`)
  }
  return { pack: { ...pack, rules: good }, problems }
}

async function caseProblem(rule: Rule, refuses: (command: string) => Promise<boolean>): Promise<string | null> {
  for (const command of rule.match) if (!await refuses(command)) return `its case "${command}" must be refused and passes`
  for (const command of rule.pass) if (await refuses(command)) return `its case "${command}" must pass and is refused`
  return await refuses(rule.instead.command) ? `its advice "${rule.instead.command}" is refused by the rule itself` : null
}
