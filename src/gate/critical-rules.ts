/** The patterns of `criticalPaths`: what they match, which can never match, where a file's specification lies. */
import picomatch from 'picomatch'
import { compilePatterns } from '../base/pattern.ts'
import { plainPattern, withBelow } from './path-patterns.ts'

export interface CriticalRule {
  /** As configured. */
  readonly pattern: string
  /** Folder that everything it matches lies in, relative with `/`; `''` is the workspace. */
  readonly base: string
  matches(relative: string, ignoreCase: boolean): boolean
}

/** @throws GuardError CONFIG_INVALID for what is no glob. */
export function compileRules(patterns: readonly string[]): CriticalRule[] {
  return patterns.filter(pattern => deadReason(pattern) === null).map((pattern) => {
    const glob = plainPattern(pattern)
    const exact = compilePatterns(withBelow(glob))
    const folded = compilePatterns(withBelow(glob), { ignoreCase: true })
    return {
      pattern,
      base: picomatch.scan(glob).base.replace(/^\.$/, ''),
      matches: (relative, ignoreCase) => ignoreCase ? folded(relative.normalize('NFC')) : exact(relative),
    }
  })
}

/** Why a pattern can never match a file of a workspace; null when it can. */
export function deadReason(pattern: string): string | null {
  const plain = pattern.trim()
  if (/^(?:[/\\]|[A-Za-z]:[/\\]|~)/.test(plain)) return 'it is absolute, and paths are compared relative to the workspace'
  if (/(?:^|\/)\.\.(?:\/|$)/.test(plain)) return 'it leads out of the workspace'
  if (plain.startsWith('!')) return 'a negated pattern protects nothing here'
  if (/\.lean$/.test(plain)) return 'specifications (.lean) are never refused'
  if (/^[^*?[\]{}()]*\\[^*?[\]{}()!+@|]/.test(plain)) return 'folders are separated by "/" in a pattern'
  return null
}

/** One line for each pattern that can never match. */
export function deadPatternNotes(patterns: readonly string[]): string[] {
  return patterns.flatMap((pattern) => {
    const reason = deadReason(pattern)
    return reason === null ? [] : [`criticalPaths: "${pattern}" can never match: ${reason}`]
  })
}

/** Specifications looked for, in order. @param relative path with `/`, or any path without backslashes. */
export function specCandidates(relative: string): readonly [string, string, string] {
  const slash = relative.lastIndexOf('/')
  const folder = relative.slice(0, slash + 1)
  const file = relative.slice(slash + 1)
  const dot = file.lastIndexOf('.')
  const stem = dot > 0 ? file.slice(0, dot) : file
  return [`${folder}${stem}.spec.lean`, `${folder}${file}.lean`, `${folder}specs/${stem}.lean`]
}

export function isSpecification(relative: string): boolean {
  return /\.lean$/i.test(relative)
}
