/**
 * Guards that a skill brings: `guards.yml` in its folder, joined to a session while the skill is active there. The
 * entries and their scripts are taken as they are when they join; what is on disk later judges nothing in that session.
 */
import { readFile } from 'node:fs/promises'
import { isAbsolute, join, normalize } from 'node:path'
import { resolveGuardEntry } from '../config/resolve-config.ts'
import { describeThrown, GuardError } from '../errors.ts'
import { readScriptFile } from '../guard/script-file.ts'
import type { FoundSkill, GuardSettings, GuardSource, PerSession, Point, SessionRef, Settings, SkillGuardPort, SkillsPort } from '../types.ts'
import type { Memory } from './memory.ts'

/** What one skill brought. */
interface JoinedSkill {
  readonly settings: readonly GuardSettings[]
  /** Absolute paths of what it was read from. */
  readonly files: readonly string[]
}

export interface SkillGuards extends SkillGuardPort {
  /** Of this session, and of the one at the top of its chain. */
  of(session: SessionRef): readonly GuardSettings[]
  /** Files that the guards of this session were read from. */
  files(session: SessionRef): readonly string[]
  /** Whether some session has or had a skill with a guard for this Point. */
  possible(point: Point): boolean
  /** These skills are active, by the host's tool or the human. Waits for what is being read. Never rejects. */
  activated(session: SessionRef, names: readonly string[]): Promise<void>
  onChange(listener: () => void): void
}

export interface SkillGuardsParts {
  readonly from: Settings['skillGuards']
  readonly memory: Memory
  readonly skills: SkillsPort
  readonly note: (key: string, text: string) => void
}

const NONE: JoinedSkill = { settings: [], files: [] }
const FILE = 'guards.yml'
const MAX_BYTES = 1_048_576
/** Guards of one skill. */
const MAX_GUARDS = 50

/** Which Points skills' guards had; outlives a mount as the sessions' own memory does. */
const POINTS = new WeakMap<object, Set<Point>>()

export function createSkillGuards({ from, memory, skills, note }: SkillGuardsParts): SkillGuards {
  const joined: PerSession<Map<string, JoinedSkill>> = memory.storeFor<Map<string, JoinedSkill>>('skill-guards')(() => new Map())
  const points = POINTS.get(memory.registry) ?? new Set<Point>()
  POINTS.set(memory.registry, points)
  const underWay = new Map<string, Promise<void>>()
  const listeners: (() => void)[] = []
  const skillsOf = (session: SessionRef): readonly JoinedSkill[] => {
    const own = joined.peek(session.sessionId)
    const top = session.rootSessionId === session.sessionId ? undefined : joined.peek(session.rootSessionId)
    return [...new Map([...top ?? [], ...own ?? []]).values()]
  }

  const joinSkill = async (session: SessionRef, skill: FoundSkill): Promise<void> => {
    if (from === 'off' || skill.folder === undefined || joined.peek(session.sessionId)?.has(skill.name) === true) return
    if (skill.origin !== 'user' && from !== 'all') {
      if (await textOf(join(skill.folder, FILE)) !== null) note(`skill ${skill.name}`, `the skill ${skill.name} is the workspace's own, so its ${FILE} brings no guards (skillGuards: all takes them)`)
      joined.of(session).set(skill.name, NONE)
      return
    }
    // One without guards is remembered too: what the agent puts there later joins nothing.
    const brought = await readSkillGuards(skill.name, skill.folder) ?? NONE
    joined.of(session).set(skill.name, brought)
    for (const guard of brought.settings) for (const point of guard.points) points.add(point)
    for (const listener of listeners) listener()
  }
  const joinSafely = async (session: SessionRef, name: string, get: () => Promise<FoundSkill | null>): Promise<void> => {
    try {
      const skill = await get()
      if (skill !== null) await joinSkill(session, skill)
    } catch (error) {
      note(`skill ${name}`, `the guards of the skill ${name} are NOT in force: ${describeThrown(error)}`)
    }
  }
  /** One reading of a skill for a session at a time. */
  const begin = (session: SessionRef, name: string, get: () => Promise<FoundSkill | null>): Promise<void> => {
    const key = `${session.sessionId}\0${name}`
    const known = underWay.get(key)
    if (known !== undefined) return known
    const work = joinSafely(session, name, get).finally(() => underWay.delete(key))
    underWay.set(key, work)
    return work
  }

  return {
    of: session => skillsOf(session).flatMap(skill => skill.settings),
    files: session => skillsOf(session).flatMap(skill => skill.files),
    possible: point => points.has(point),
    join: (session, skill) => begin(session, skill.name, () => Promise.resolve(skill)),
    leave(session, name) {
      const known = joined.peek(session.sessionId)
      const had = (known?.get(name)?.settings.length ?? 0) > 0
      known?.delete(name)
      return had
    },
    async activated(session, names) {
      if (from === 'off') return
      const fresh = names.filter(name => joined.peek(session.sessionId)?.has(name) !== true)
      const pending = [...underWay].flatMap(([key, work]) => key.startsWith(`${session.sessionId}\0`) ? [work] : [])
      await Promise.all([...pending, ...fresh.map(name => begin(session, name, () => skills.get(session, name, '')))])
    },
    onChange(listener) { listeners.push(listener) },
  }
}

/** @returns null when the skill brings none. @throws GuardError for a file that holds no list of guards. */
async function readSkillGuards(skill: string, folder: string): Promise<JoinedSkill | null> {
  const file = join(folder, FILE)
  const text = await textOf(file)
  if (text === null) return null
  const { parse } = await import('yaml')
  const entries: unknown = parse(text)
  if (!Array.isArray(entries)) throw new GuardError('CONFIG_INVALID', `${file} holds no list of guards`)
  if (entries.length > MAX_GUARDS) throw new GuardError('CONFIG_INVALID', `${file} has ${entries.length} guards, at most ${MAX_GUARDS} are taken`)
  const settings: GuardSettings[] = []
  const files = [file]
  const taken: string[] = []
  for (const [index, entry] of entries.entries()) {
    const plain = entryOf(entry, taken, `${file}, entry ${index + 1}`)
    taken.push(plain.name)
    const { source, path } = pinned(plain.source, folder)
    if (path !== null) files.push(path)
    settings.push({ ...plain, source, name: `${skill}/${plain.name}`, namesake: null, key: `${skill}/${FILE}[${index}]` })
  }
  return { settings, files }
}

function entryOf(entry: unknown, taken: readonly string[], where: string): GuardSettings {
  try {
    return resolveGuardEntry(entry, taken)
  } catch (error) {
    throw new GuardError('CONFIG_INVALID', `${where}: ${describeThrown(error)}`)
  }
}

/** The script's text in place of its name. One that is not there is a broken guard, as in the configuration. */
function pinned(source: GuardSource, folder: string): { readonly source: GuardSource, readonly path: string | null } {
  if (source.kind === 'inline') return { source, path: null }
  const relative = normalize(source.script.replace(/^\.[/\\]/, ''))
  const broken = (reason: string, path: string | null): { readonly source: GuardSource, readonly path: string | null } => ({ source: { kind: 'inline', body: '', broken: reason }, path })
  if (isAbsolute(relative) || /^\.\.(?:[/\\]|$)/.test(relative)) return broken(`"${source.script}" is not in the folder of the skill: its scripts stand beside ${FILE}`, null)
  const path = join(folder, relative)
  const read = readScriptFile(path)
  if (read.kind === 'missing') return broken(`${path} was not found`, path)
  if (read.kind === 'unusable') return broken(`${path} ${read.reason}`, path)
  return { source: { kind: 'inline', body: read.text, file: path, language: path.endsWith('.ts') ? 'ts' : 'js' }, path }
}

/** @returns null for what is not there. */
async function textOf(file: string): Promise<string | null> {
  try {
    const text = await readFile(file, 'utf8')
    if (text.length > MAX_BYTES) throw new GuardError('TOO_LARGE', `${file} has more than ${MAX_BYTES} characters`)
    return text
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null
    throw error
  }
}
