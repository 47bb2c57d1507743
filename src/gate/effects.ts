/**
 * What one tool call writes, as far as it can be read from the call. Owns the way from a call to
 * effects for file tools, shell tools and raw text; judges nothing. Never rejects.
 */
import { LRUCache } from 'lru-cache'
import type * as ReadShell from '../shell/read-shell.ts'
import { createBreather, createBudget } from '../base/budget.ts'
import { describeThrown } from '../errors.ts'
import type { CommandView, FilesPort, SessionRef } from '../types.ts'
import { resolveWrite, type WriteEffect } from './effect-paths.ts'
import { createPathIdentity, type PathIdentity } from './path-identity.ts'
import { expandHome, flavourOf, resolveText } from './paths.ts'
import { exact } from '../shell/field.ts'
import type { RawWrite, WriteVia } from '../shell/raw-write.ts'
import type { CallReading, ShellCommand, ShellWrite } from '../shell/reading.ts'
import { fileToolPaths, isWritingTool, shellCallOf } from './tool-writes.ts'
import { openWorkspace, type Workspace } from './workspace.ts'

export type { WriteEffect }

export interface Effects {
  readonly effects: readonly WriteEffect[]
  /**
   * Why a part of the call could not be read; null when all of it was. Its words are then among
   * the effects, with `via: 'unread'`: paths that the call names, whatever it does with them.
   */
  readonly unreadable: string | null
}

export interface EffectDeps {
  readonly files: FilesPort
  /** Tools that write the paths in their arguments, beside those whose name says so. */
  readonly protectedTools: readonly string[]
  /** Home folder of the machine that runs the shell; null when it is not known. */
  readonly home: string | null
  /** Known variables of the shell's environment, e.g. DSH_HOME. */
  readonly variables: Readonly<Record<string, string>>
  /** Milliseconds that a reading may hold the thread; default the budget of the house. */
  readonly budgetMs?: number
}

export interface EffectReader {
  readonly identity: PathIdentity
  effectsOf(command: CommandView, session: SessionRef): Promise<Effects>
  /** What the call would run and write, for a shell tool, a file tool or any other; `commands` is empty for those that run none. */
  readCall(command: CommandView, session: SessionRef): Promise<CallReading>
  /** The same for a shell text. */
  readText(text: string, session: SessionRef): Promise<CallReading>
  /** Reads a text of its own, so that the first call does not pay for what the engine compiles then. */
  warm(session: SessionRef): Promise<void>
}

/** Both answers to one call. */
interface Read {
  readonly commands: readonly ShellCommand[]
  readonly effects: Effects
  readonly gaps: readonly string[]
  /** Text that nobody could follow; a gap about something outside the call has none. */
  readonly unread?: readonly string[]
}

/** Effects of one call, and words of a call that could not be read. */
const MAX_EFFECTS = 2_000
/** Characters of a file tool's arguments that are read without a watch. */
const UNWATCHED = 2_000
const MAX_UNREAD_WORDS = 100_000
/** Longer words are no paths on any system. */
const MAX_PATH = 4_096
const MAX_SCRIPT_BYTES = 65_536
const MAX_PARENTS = 64
/** Gaps that leave a part of the call's own text unread. */
const NOT_READ = ['it is not valid', 'it is longer', 'it takes longer', 'it could not', 'it holds more', 'it has more', 'it runs more', 'it is nested', 'it loops over', 'it holds a brace']
/** UTF-16 units of such a text that are looked at. */
const MAX_UNREAD_TEXT = 20_000
const MAX_REMEMBERED = 16

/** What has the engine compile the usual parts of the reader. */
const WARMING = 'cd a && X="$(b c)" d -e "$X" | xargs -n1 f > g.txt; for h in *.i; do bash -c "j $h"; done'
const WARMING_MS = 1_000

/** The reader of shell text and its parser are loaded with the first text that is read. */
const loadReader = async (): Promise<typeof ReadShell> => await import('../shell/read-shell.ts')

/** Two gates ask about the same call one after the other; the second is answered from memory. */
export function createEffectReader(deps: EffectDeps): EffectReader {
  const identity = createPathIdentity(deps.files)
  const recent = new LRUCache<CommandView, Promise<Read>>({ max: MAX_REMEMBERED })
  const read = (command: CommandView, session: SessionRef): Promise<Read> => {
    const known = recent.get(command)
    if (known !== undefined) return known
    const reading = readOnce(command, session, deps, identity)
    recent.set(command, reading)
    return reading
  }
  const readCall = async (command: CommandView, session: SessionRef): Promise<CallReading> => callReading(await read(command, session), await openWorkspace(session, identity))
  return {
    identity,
    effectsOf: async (command, session) => (await read(command, session)).effects,
    readCall,
    async warm(session) {
      await readOnce({ name: 'bash', args: { command: WARMING }, callId: '' }, session, { ...deps, budgetMs: WARMING_MS }, identity)
    },
    readText: (text, session) => readCall({ name: 'bash', args: { command: text }, callId: '' }, session),
  }
}

/** @returns the part of a reading that guards and rules look at. */
function callReading({ commands, effects, gaps, unread = [] }: Read, workspace: Workspace): CallReading {
  return { commands, gaps, unread, writes: effects.effects.flatMap(effect => writeOf(effect, workspace) ?? []) }
}

/** A link's old name is not changed by it; words that only stand in an unread call are no writes. */
function writeOf(effect: WriteEffect, workspace: Workspace): ShellWrite | null {
  if (effect.via === 'unread' || effect.kind === 'hard-link' || effect.kind === 'symlink') return null
  const kind = effect.kind === 'move-from' ? 'move' : effect.kind
  const { self, below } = effect
  return {
    path: effect.real, inside: workspace.relative(effect.real) !== null, kind, via: effect.via,
    tree: below !== null, only: self || below === '**' ? null : below, command: effect.command,
  }
}

async function readOnce(command: CommandView, session: SessionRef, deps: EffectDeps, identity: PathIdentity): Promise<Read> {
  try {
    return await read(command, session, deps, identity)
  } catch (error) {
    const text = JSON.stringify(command.args)
    return { ...plain(await unread(text, `it could not be read (${describeThrown(error)})`, session, deps)), unread: [text.slice(0, MAX_UNREAD_TEXT)] }
  }
}

function plain(effects: Effects): Read {
  return { commands: [], effects, gaps: effects.unreadable === null ? [] : [effects.unreadable] }
}

async function read(command: CommandView, session: SessionRef, deps: EffectDeps, identity: PathIdentity): Promise<Read> {
  const shell = shellCallOf(command)
  if (shell === null) return plain(await fileTool(command, session, deps, identity))
  if (shell.kind === 'raw') return plain(await unread(shell.text, 'its arguments are not valid JSON', session, deps))
  const { TOO_LONG, readShell } = await loadReader()
  const flavour = flavourOf(session.cwd)
  const cwd = shell.folder === null ? session.cwd : resolveText(flavour, session.cwd, expandHome(shell.folder, deps.home))
  if (shell.kind === 'powershell') {
    const { readInlineProgram } = await import('../shell/inline-program.ts')
    const timed = createBudget().run(() => readInlineProgram('powershell', shell.text, []), true)
    if (!timed.ended) return plain(await unread(shell.text, TOO_LONG, { ...session, cwd }, deps))
    const program = timed.value
    return plain(await resolveAll(program.paths.map(path => ({ ...plainWrite(expandHome(path, deps.home), 'interpreter', cwd, program.deep.has(path)), kind: program.deleted.has(path) ? 'delete' : 'write' })), session, identity))
  }
  const reading = await readShell(shell.command, {
    cwd,
    variables: { ...deps.home === null ? {} : { HOME: deps.home }, ...deps.variables },
    resolve: (from, spelled) => resolveText(flavour, from, spelled),
    isAbsolute: path => flavour.isAbsolute(path),
    answer: question => answer(question, session, deps, identity),
    ...deps.budgetMs === undefined ? {} : { budgetMs: deps.budgetMs },
  })
  const found = await resolveAll(reading.writes, session, identity)
  const { commands, gaps } = reading
  if (gaps.length === 0) return { ...plain(found), commands }
  const words = typeof shell.command === 'string' ? shell.command : shell.command.join(' ')
  const rest = await unread(words, gaps.join('; '), { ...session, cwd }, deps)
  const whole = gaps.some(gap => NOT_READ.some(reason => gap.startsWith(reason)))
  return { commands, gaps, unread: whole ? [words.slice(0, MAX_UNREAD_TEXT)] : [], effects: { effects: [...found.effects, ...rest.effects], unreadable: rest.unreadable } }
}

async function fileTool(command: CommandView, session: SessionRef, deps: EffectDeps, identity: PathIdentity): Promise<Effects> {
  if (!deps.protectedTools.includes(command.name) && !isWritingTool(command.name)) return { effects: [], unreadable: null }
  const timed = createBudget().run(() => fileToolPaths(command), JSON.stringify(command.args).length > UNWATCHED)
  if (!timed.ended) return unread(JSON.stringify(command.args), (await loadReader()).TOO_LONG, session, deps)
  const paths = timed.value
  if (typeof command.args === 'string' && paths.length === 0) return unread(command.args, 'its arguments are not valid JSON', session, deps)
  // The host's own file tools take `~` as a folder name, others as the home folder.
  const spellings = paths.flatMap(path => [...new Set([path, expandHome(path, deps.home)])])
  return resolveAll(spellings.map(path => plainWrite(path, 'file-tool', session.cwd, false)), session, identity)
}

function plainWrite(path: string, via: WriteVia, cwd: string, deep: boolean): RawWrite {
  return { target: exact(path), command: null, via, kind: 'write', cwd, links: [], deep, only: null, into: [], intoOnly: false, plain: false, tree: false, entry: false, ifExists: false }
}

async function resolveAll(writes: readonly RawWrite[], session: SessionRef, identity: PathIdentity): Promise<Effects> {
  const effects: WriteEffect[] = []
  const breathe = createBreather()
  for (const write of writes) {
    await breathe()
    effects.push(...await resolveWrite(write, session, identity))
    if (effects.length >= MAX_EFFECTS) return { effects, unreadable: 'it writes more files than can be followed' }
  }
  return { effects, unreadable: null }
}

/** Every word of the text as a path, without asking the file system: it may be a very long text. */
async function unread(text: string, reason: string, session: SessionRef, deps: EffectDeps): Promise<Effects> {
  const flavour = flavourOf(session.cwd)
  const breathe = createBreather()
  const { home } = deps
  const seen = new Set<string>()
  const effects: WriteEffect[] = []
  for (const [word] of text.matchAll(/[^\s;|&<>()"'`=,{}[\]]+/g)) {
    await breathe()
    if (word.length > MAX_PATH || seen.has(word)) continue
    if (seen.size >= MAX_UNREAD_WORDS) break
    seen.add(word)
    const spelled = home === null ? word : expandHome(word.replace(/^\$\{?HOME\}?/, () => home), home)
    const absolute = resolveText(flavour, session.cwd, spelled)
    effects.push({ path: word, absolute, real: absolute, via: 'unread', kind: 'write', exists: true, self: true, below: null, entry: false, overlay: null, command: null })
  }
  return { effects, unreadable: reason }
}

async function answer(question: string, session: SessionRef, deps: EffectDeps, identity: PathIdentity): Promise<string | boolean | null> {
  const space = question.indexOf(' ')
  const path = question.slice(space + 1)
  switch (question.slice(0, space)) {
    case 'folder': return await identity.kind(session, path) === 'directory'
    case 'real': return identity.real(session, path)
    case 'text': {
      const found = await deps.files.read(session, path, MAX_SCRIPT_BYTES)
      if (found === null) return false
      return found.truncated ? null : new TextDecoder().decode(found.bytes)
    }
    default: return repositoryRoot(path, session, identity)
  }
}

async function repositoryRoot(from: string, session: SessionRef, identity: PathIdentity): Promise<string | null> {
  const flavour = flavourOf(session.cwd)
  let folder = from
  for (let step = 0; step < MAX_PARENTS; step++) {
    if (await identity.kind(session, flavour.join(folder, '.git')) !== null) return folder
    const parent = flavour.dirname(folder)
    if (parent === folder) return null
    folder = parent
  }
  return null
}
