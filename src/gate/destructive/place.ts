/**
 * Where paths lie, seen from a session: workspace, work tree, temp and trusted folders, home, system. Owns the
 * classes and the way from a word to them; asks the file system only through `real`.
 */
import { posix, type PlatformPath } from 'node:path'
import type { ShellCommand, ShellWord } from '../../shell/reading.ts'
import { expandHome, relativeInside, resolveText } from '../paths.ts'
import type { Place } from './rule.ts'

export interface Surroundings {
  readonly flavour: PlatformPath
  /** Spellings of the workspace, links resolved and not. */
  readonly workspace: readonly string[]
  /** The work tree of git that holds the workspace; null: none. */
  readonly workTree: string | null
  readonly home: string | null
  readonly temp: readonly string[]
  readonly trusted: (path: string) => boolean
  /** The entry itself with the links of its folder resolved. */
  readonly real: (path: string) => Promise<string>
}

export interface Located {
  readonly place: Place
  /** The path, or what is known of it. */
  readonly path: string
}

const SYSTEM = /^\/(?:bin|boot|dev|etc|lib|lib32|lib64|libx32|proc|sbin|sys|usr(?!\/local(?:\/|$))|System|Library|Applications|private\/etc)(?:\/|$)/
const SYSTEM_ITSELF = /^\/(?:var|var\/(?:lib|log|cache|spool|www|run|mail)|opt|srv|mnt|media|run|private|private\/var|usr\/local|snap|Volumes|nix|cores|efi|lost\+found)$/
const HOMES = /^(?:\/home|\/Users|\/root|\/home\/[^/]+|\/Users\/[^/]+)$/
const WINDOWS_SYSTEM = /^[a-z]:\\(?:windows|program files(?: \(x86\))?|programdata|system volume information|recovery|boot)(?:\\|$)/i
const WINDOWS_HOMES = /^[a-z]:\\users(?:\\[^\\]+)?$/i
/** Folders that the tools of a project make again. */
const REBUILT = /^(?:node_modules|dist|build|out|target|coverage|\.next|\.nuxt|\.turbo|\.cache|\.parcel-cache|__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.tox|\.gradle|\.venv|venv|tmp|\.output|\.svelte-kit)$/
/** Patterns of one name that leave nothing, or nearly nothing, over. */
const EVERYTHING = /^(?:\*+|\*\.\*|\.\*|\.\?\*|\?\*|\*\?|\.\[!\.\]\*|\.\[\^\.\]\*|\.\.\?\*|\[!\.\]\*|\.?\{[^}]*\*[^}]*\}|\{,\.\}\*|\*\*)$/

/** @param path absolute. */
export function placeOf(path: string, around: Surroundings): Place {
  const { flavour } = around
  const inside = (folder: string): boolean => relativeInside(flavour, folder, path) !== null
  if (path === flavour.parse(path).root) return 'root'
  for (const workspace of around.workspace) {
    const below = relativeInside(flavour, workspace, path)
    if (below === '') return 'workspace'
    if (below !== null) return /(?:^|\/)\.git(?:\/|$)/.test(below) ? 'git' : 'inside'
    if (relativeInside(flavour, path, workspace) !== null) return isHome(path, around) ? 'home' : 'workspace'
  }
  if (around.temp.some(inside)) return 'temp'
  if (around.trusted(path)) return 'trusted'
  if (isHome(path, around)) return 'home'
  if (flavour === posix ? SYSTEM.test(path) || SYSTEM_ITSELF.test(path) : WINDOWS_SYSTEM.test(path)) return 'system'
  if (around.workTree !== null && inside(around.workTree)) return inTree(relativeInside(flavour, around.workTree, path) ?? '')
  return 'outside'
}

function inTree(below: string): Place {
  if (below === '') return 'workspace'
  if (/(?:^|\/)\.git(?:\/|$)/.test(below)) return 'git'
  return below.split('/').some(step => REBUILT.test(step)) ? 'rebuilt' : 'outside'
}

function isHome(path: string, { home, flavour }: Surroundings): boolean {
  return (home !== null && relativeInside(flavour, path, home) !== null) || (flavour === posix ? HOMES.test(path) : WINDOWS_HOMES.test(path))
}

/** The place of one word of a command, links of its folders followed. */
export async function placeOfWord(word: ShellWord, command: ShellCommand, around: Surroundings): Promise<Located> {
  const found = pathOfWord(word, command, around)
  if (found === null) return { place: 'unknown', path: word.text ?? word.pattern ?? word.prefix }
  const place = placeOf(found.path, around)
  if (found.child) return { place: childPlace(found.path, place, around), path: word.pattern ?? `${found.path}/…` }
  // Free as spelled may be a link that leads out; everything else stays what it is.
  if (place !== 'inside' && place !== 'temp' && place !== 'trusted' && place !== 'rebuilt') return { place, path: found.path }
  const real = await around.real(found.path)
  return { place: real === found.path ? place : placeOf(real, around), path: found.path }
}

/** Something that lies in the folder, and is not all of it. */
function childPlace(folder: string, place: Place, around: Surroundings): Place {
  if (around.workspace.includes(folder)) return 'inside'
  return place === 'workspace' || place === 'home' || place === 'root' ? placeOf(around.flavour.join(folder, '\u0001'), around) : place
}

/** @returns null when it cannot be known; `child`: something unknown in this folder. */
function pathOfWord(word: ShellWord, command: ShellCommand, { flavour, home }: Surroundings): { readonly path: string, readonly child: boolean } | null {
  const absolute = (spelled: string): string | null => {
    const plain = expandHome(spelled, home)
    if (flavour.isAbsolute(plain)) return resolveText(flavour, flavour.parse(plain).root, plain)
    return command.cwd === null ? null : resolveText(flavour, command.cwd, plain)
  }
  if (word.text !== null) {
    const path = word.text === '' ? null : absolute(word.text)
    return path === null ? null : { path, child: false }
  }
  if (word.pattern !== null) return patternPath(word.pattern, absolute)
  const slash = word.prefix.lastIndexOf('/')
  if (word.prefix === '' || (slash < 0 && word.prefix.startsWith('~'))) return null
  const path = slash < 0 ? absolute('.') : absolute(word.prefix.slice(0, slash + 1))
  // A known beginning that is a whole name may be followed by `/..`; only its folder is certain.
  return path === null || path === flavour.parse(path).root ? null : { path, child: true }
}

function patternPath(pattern: string, absolute: (spelled: string) => string | null): { readonly path: string, readonly child: boolean } | null {
  const steps = pattern.split('/')
  const first = steps.findIndex(step => /[*?[{]/.test(step))
  const folder = first === 0 ? '.' : steps.slice(0, first).join('/') || '/'
  const path = absolute(folder)
  if (path === null) return null
  return { path, child: !steps.slice(first).every(step => step === '' || EVERYTHING.test(step)) }
}
