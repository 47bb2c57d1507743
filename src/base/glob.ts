/**
 * Globs that come out of a call: where one starts, and a matcher that takes linear time. What cannot be
 * matched so matches everything: it then judges more, never less.
 */
import { createGlobMachine } from './glob-machine.ts'
import { parseGlob, reversed } from './glob-parts.ts'

const MAX_GLOB = 2_048
/** Length of the text times length of the pattern; beyond it a match is not looked for. */
const MAX_WORK = 4_000_000

export interface SplitGlob {
  /** Folder part without glob characters, unescaped; `''` when the pattern starts at once. */
  readonly base: string
  /** The rest, relative to the folder. */
  readonly below: string
}

/** @param glob picomatch syntax with escaped literals. */
export function splitGlob(glob: string): SplitGlob {
  const segments = glob.split('/')
  const first = segments.findIndex(segment => isActive(segment))
  const at = first < 0 ? segments.length - 1 : first
  const base = segments.slice(0, at).map(unescapeGlob).join('/')
  return { base: base === '' && at > 0 ? '/' : base, below: segments.slice(at).join('/') }
}

/** Matches a path with `/` relative to the pattern's folder. */
export function compileGlob(glob: string, ignoreCase = false): (relative: string) => boolean {
  return linearGlob(glob, ignoreCase) ?? (() => true)
}

/** @returns null for a glob with forms that take more than one pass. */
export function linearGlob(glob: string, ignoreCase: boolean): ((value: string) => boolean) | null {
  const parts = glob.length > MAX_GLOB ? null : parseGlob(glob)
  if (parts === null) return null
  const machine = createGlobMachine(parts, ignoreCase)
  return value => value.length * machine.size > MAX_WORK || machine.matches(value)
}

export interface ShellPattern {
  /** How many characters at the beginning of the value match, at the fewest or the most; null: none do, undefined: too much to look. */
  front(value: string, longest: boolean): number | null | undefined
  back(value: string, longest: boolean): number | null | undefined
}

/** A pattern of `${x#pattern}` on a value, in which `*` crosses slashes. @returns null when it cannot be read. */
export function shellPattern(glob: string): ShellPattern | null {
  const parts = glob.length > MAX_GLOB ? null : parseGlob(glob, { flat: true })
  if (parts === null) return null
  const forward = createGlobMachine(parts, false)
  const backward = createGlobMachine(reversed(parts), false)
  const tooMuch = (value: string): boolean => value.length * forward.size > MAX_WORK
  return {
    front: (value, longest) => tooMuch(value) ? undefined : forward.leading(value, longest),
    back: (value, longest) => tooMuch(value) ? undefined : backward.leading(backwards(value), longest),
  }
}

function backwards(value: string): string {
  let text = ''
  for (let at = value.length - 1; at >= 0; at--) text += value.charAt(at)
  return text
}

/** Whether a pattern's segment holds a glob character that is in force. */
function isActive(segment: string): boolean {
  return /(?<!\\)(?:\\\\)*[*?[{]|(?<!\\)(?:\\\\)*[@+!]\(/.test(segment)
}

export function unescapeGlob(text: string): string {
  return text.replace(/\\([\s\S])/g, '$1')
}
