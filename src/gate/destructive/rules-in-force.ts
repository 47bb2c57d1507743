/**
 * Which rules are in force in a session: the packs of the configuration, packs of the user's own, and what the project
 * adds. A project only adds. Packs are read when a session first needs them and stay as they were until it ends, so
 * that changing a file in the workspace loosens nothing.
 */
import { isAbsolute, join } from 'node:path'
import { parse } from 'yaml'
import { isPackName } from '../../config/destructive.ts'
import { describeThrown } from '../../errors.ts'
import type { PerSession, SessionRef } from '../../types.ts'
import { expandHome, flavourOf } from '../paths.ts'
import type { DestructiveDeps } from './deps.ts'
import { idleExceptions } from './exceptions.ts'
import { checkCases } from './pack-cases.ts'
import { MAX_PACK_BYTES, readPackFile } from './pack-file.ts'
import { ALL_PACKS } from './packs/all.ts'
import type { Pack } from './rule.ts'
import { createRuleSet, isPackFile, selectPacks, type RuleSet } from './rule-set.ts'

/** What a project adds, relative to the workspace. */
export const PROJECT_FILE = '.shooty/destructive.yml'

export interface RulesInForce {
  /** Without what depends on a session. */
  base(): RuleSet
  of(session: SessionRef): Promise<RuleSet>
  ready(): Promise<void>
  notes(now: number): readonly string[]
}

export function createRulesInForce(deps: DestructiveDeps): RulesInForce {
  const { destructive } = deps.settings
  const selection = selectPacks(destructive.packs)
  const problems = new Set<string>()
  const tell = (problem: string): void => {
    if (problems.has(problem) || problems.size > 100) return
    problems.add(problem)
    deps.report(problem)
  }
  let base = createRuleSet(selection.packs)
  const shared = selection.files.filter(file => !isOfWorkspace(file))
  const loading = shared.length === 0 ? Promise.resolve() : Promise.all(shared.map(file => sharedPack(file, deps, tell))).then((packs) => {
    base = createRuleSet([...selection.packs, ...packs.flatMap(pack => pack ?? [])])
  })
  const sessions: PerSession<{ rules: Promise<RuleSet> | null }> = deps.perSession(() => ({ rules: null }))

  const load = async (session: SessionRef): Promise<RuleSet> => {
    await loading
    const added: Pack[] = []
    for (const file of selection.files.filter(isOfWorkspace)) added.push(...await workspacePack(file, session, deps, tell))
    added.push(...await projectPacks(session, deps, tell))
    return added.length === 0 ? base : createRuleSet([...new Set([...base.packs, ...added])])
  }

  return {
    base: () => base,
    of(session) {
      const entry = sessions.of(session)
      entry.rules ??= load(session)
      return entry.rules
    },
    ready: () => loading,
    notes(now) {
      const ids = new Set([...ALL_PACKS, ...base.packs].flatMap(pack => pack.rules.map(rule => rule.id)))
      return [...problems, ...idleExceptions(destructive.except, new Set([...ids, 'core.unread/destructive-word']), now)]
    },
  }
}

/** `./team.yml` is a file of the workspace, or of the dsh home where the workspace has none. */
function isOfWorkspace(file: string): boolean {
  return /^\.{1,2}[\\/]/.test(file)
}

async function sharedPack(file: string, deps: DestructiveDeps, tell: (problem: string) => void): Promise<Pack | null> {
  const plain = expandHome(file, deps.home)
  const places = isAbsolute(plain) ? [plain] : deps.packFolders.map(folder => join(folder, plain))
  for (const place of places) {
    const text = await deps.readLocal(place).catch(() => null)
    if (text !== null) return await usable(text, file, deps, tell)
  }
  tell(`destructive.packs: ${file} is not there (looked for ${places.join(', ')}); its rules are not in force`)
  return null
}

async function workspacePack(file: string, session: SessionRef, deps: DestructiveDeps, tell: (problem: string) => void): Promise<Pack[]> {
  const path = flavourOf(session.cwd).resolve(session.cwd, file)
  const text = await textIn(path, session, deps)
  const pack = text === null ? await sharedPack(file.replace(/^\.[\\/]/, ''), deps, tell) : await usable(text, file, deps, tell)
  return pack === null ? [] : [pack]
}

async function projectPacks(session: SessionRef, deps: DestructiveDeps, tell: (problem: string) => void): Promise<Pack[]> {
  const text = await textIn(flavourOf(session.cwd).join(session.cwd, ...PROJECT_FILE.split('/')), session, deps)
  if (text === null) return []
  let value: unknown
  try {
    value = parse(text, { maxAliasCount: 10 })
  } catch (error) {
    tell(`${PROJECT_FILE}: ${describeThrown(error).split('\n')[0] ?? ''}; it adds nothing`)
    return []
  }
  const table = typeof value === 'object' && value !== null && !Array.isArray(value) ? value as Readonly<Record<string, unknown>> : {}
  for (const key of Object.keys(table)) {
    if (key !== 'packs' && key !== 'rules' && key !== 'pack' && key !== 'title') tell(`${PROJECT_FILE}: ${key} is not read; a project can only add packs and rules`)
  }
  const names = Array.isArray(table.packs) ? table.packs.filter(name => typeof name === 'string') : []
  const added: Pack[] = []
  for (const name of names) {
    if (isPackFile(name)) added.push(...await workspacePack(name, session, deps, tell))
    else if (name.startsWith('-') || !isPackName(name)) tell(`${PROJECT_FILE}: ${name} is no pack that can be added`)
    else added.push(...selectPacks([name]).packs)
  }
  if (table.rules !== undefined) {
    const own = await usable(text, PROJECT_FILE, deps, tell)
    if (own !== null) added.push(own)
  }
  return added
}

async function textIn(path: string, session: SessionRef, { files }: DestructiveDeps): Promise<string | null> {
  const found = await files.read(session, path, MAX_PACK_BYTES).catch(() => null)
  return found === null || found.truncated ? null : new TextDecoder().decode(found.bytes)
}

/** A pack whose rules keep what their cases promise; a rule that does not is left out and named. */
async function usable(text: string, file: string, deps: DestructiveDeps, tell: (problem: string) => void): Promise<Pack | null> {
  const { pack, problems } = readPackFile(text, file)
  problems.forEach(tell)
  if (pack === null) return null
  const checked = await checkCases(pack, file, deps)
  checked.problems.forEach(tell)
  return checked.pack.rules.length === 0 ? null : checked.pack
}
