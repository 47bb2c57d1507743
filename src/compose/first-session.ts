/**
 * What only a session can show: patterns of the configuration that match none of its tools or files, with what
 * is there instead. Said once for each pattern; changes nothing and never fails.
 */
import { compileTools, isShellTool, SHELL_GROUP } from '../base/tool-names.ts'
import { nearest } from '../base/nearest.ts'
import { describeThrown } from '../errors.ts'
import { compileRules } from '../gate/critical-rules.ts'
import { plainPattern } from '../gate/path-patterns.ts'
import { walkFiles } from '../gate/tree-walk.ts'
import type { FilesPort, GuardSettings, SessionRef, Settings } from '../types.ts'

export interface FirstSessionParts {
  readonly settings: Pick<Settings, 'guards' | 'criticalPaths' | 'lockedPaths'>
  readonly files: Pick<FilesPort, 'list'>
  tools(session: SessionRef): readonly string[]
  /** Said once for each key, and shown in the status. */
  note(key: string, text: string): void
}

/** Workspaces looked at; later ones say nothing new as a rule. */
const MAX_WORKSPACES = 20
/** Names shown of what is there instead. */
const MAX_SHOWN = 12

/** @returns to be told of each session of the user's own. */
export function createFirstSession(parts: FirstSessionParts): (session: SessionRef) => Promise<void> {
  const seen = new Set<string>()
  return async (session) => {
    if (session.isSubagent || seen.has(session.cwd) || seen.size >= MAX_WORKSPACES) return
    seen.add(session.cwd)
    try {
      for (const [key, text] of toolNotes(parts.settings.guards, parts.tools(session))) parts.note(key, text)
      for (const [key, text] of await pathNotes(parts, session)) parts.note(key, text)
    } catch (error) {
      parts.note('first-session', `whether the patterns of the configuration match could not be looked at: ${describeThrown(error)}`)
    }
  }
}

type Note = readonly [key: string, text: string]

export function toolNotes(guards: readonly GuardSettings[], tools: readonly string[]): readonly Note[] {
  if (tools.length === 0) return []
  const judging = guards.filter(guard => guard.mode !== 'off' && guard.points.some(point => point === 'command' || point === 'result'))
  const dead = judging.flatMap(guard => (guard.tools ?? []).flatMap((pattern): Note[] => {
    if (tools.some(compileTools([pattern]))) return []
    const near = pattern === SHELL_GROUP ? null : nearest(pattern, tools)
    const instead = near === null ? `; there are ${tools.slice(0, MAX_SHOWN).join(', ')}${tools.length > MAX_SHOWN ? ' and others' : ''}` : `; did you mean ${near}?`
    return [[`tools ${guard.name} ${pattern}`, `guard ${guard.name} (${guard.key}.tools): "${pattern}" matches no tool of this session${instead}`]]
  }))
  return [...dead, ...uncovered(judging.filter(guard => guard.points.includes('command')), tools)]
}

/** A guard for one shell is mostly meant for all of them. */
function uncovered(guards: readonly GuardSettings[], tools: readonly string[]): readonly Note[] {
  const shells = tools.filter(isShellTool)
  const covered = shells.filter(tool => guards.some(guard => compileTools(guard.tools)(tool)))
  const open = shells.filter(tool => !covered.includes(tool))
  if (covered.length === 0 || open.length === 0) return []
  return [['shells', `no COMMAND guard covers the shell ${open.length === 1 ? 'tool' : 'tools'} ${open.join(', ')}, although ${covered.join(', ')} ${covered.length === 1 ? 'is' : 'are'} judged; tools: [${SHELL_GROUP}] covers every shell tool`]]
}

async function pathNotes({ settings, files }: FirstSessionParts, session: SessionRef): Promise<readonly Note[]> {
  const patterns = [...settings.criticalPaths.map(pattern => ['criticalPaths', pattern] as const), ...settings.lockedPaths.map(pattern => ['lockedPaths', pattern] as const)]
  if (patterns.length === 0) return []
  const paths: string[] = []
  const { cut } = await walkFiles(files, session, session.cwd, (path) => {
    paths.push(path.slice(session.cwd.length).replaceAll('\\', '/').replace(/^\/+/, ''))
    return Promise.resolve(true)
  })
  return cut ? [] : patterns.flatMap(([key, pattern]) => deadPathNote(key, pattern, paths))
}

/** @param paths files of the workspace, relative with `/`. */
export function deadPathNote(key: 'criticalPaths' | 'lockedPaths', pattern: string, paths: readonly string[]): readonly Note[] {
  const [rule] = compileRules([pattern])
  // Patterns that can never match are told at the start; absolute ones are for other folders.
  if (rule === undefined || paths.some(path => rule.matches(path, false))) return []
  const meant = meantPath(plainPattern(pattern), rule.base, paths, path => rule.matches(path, true))
  // A locked file may well not be there yet.
  if (meant === null && key === 'lockedPaths') return []
  const folders = [...new Set(paths.map(path => path.split('/')[0] ?? ''))].slice(0, MAX_SHOWN)
  const instead = meant === null ? folders.length === 0 ? '; the workspace has no files yet' : `; it has ${folders.join(', ')}` : `; did you mean "${meant}"?`
  return [[`${key} ${pattern}`, `${key}: "${pattern}" matches no file of the workspace${instead}`]]
}

/** The pattern that would match: in the case of the files, below another folder, or with a name that is nearly the same. */
function meantPath(pattern: string, base: string, paths: readonly string[], matchesFolded: (path: string) => boolean): string | null {
  const rest = pattern.slice(base.length)
  const folders = new Set(paths.flatMap(path => path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))))
  const folded = paths.find(matchesFolded)
  if (folded !== undefined) return `${folded.slice(0, base.length)}${rest}`
  const below = base === '' ? undefined : [...folders].find(folder => folder.endsWith(`/${base}`))
  if (below !== undefined) return `${below}${rest}`
  const near = base === '' ? null : nearest(base, [...folders])
  return near === null ? null : `${near}${rest}`
}
