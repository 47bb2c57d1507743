/**
 * Glob patterns by picomatch, compiled once. Throws GuardError CONFIG_INVALID for what cannot be one.
 * A match takes bounded time: a glob becomes a regular expression that backtracks, and what it is
 * compared with is often written by a model.
 */
import picomatch from 'picomatch'
import { GuardError, describeThrown } from '../errors.ts'
import { linearGlob } from './glob.ts'
import { withinTime } from './time-limit.ts'

/** Longer ones are no patterns that somebody wrote; some engines refuse them, and only when matching. */
const MAX_PATTERN = 4_096
/** Steps of backtracking that are taken without a watch on the time. */
const FREE_STEPS = 1_000_000
/** Longest time of one match, milliseconds. */
const MAX_MS = 20

/**
 * @returns whether a value matches at least one of the patterns. A match that takes too long counts as
 * one: a pattern says to whom a rule applies, and a rule must not be escaped by a value made for that.
 */
export function compilePatterns(globs: readonly string[], options: { readonly ignoreCase?: boolean } = {}): (value: string) => boolean {
  const tests = globs.map((glob) => compileOne(glob, options.ignoreCase ?? false))
  return value => tests.some(test => test(value))
}

function compileOne(glob: string, ignoreCase: boolean): (value: string) => boolean {
  if (glob.trim() === '' || glob.length > MAX_PATTERN) throw new GuardError('CONFIG_INVALID', `a pattern must be a glob of 1 to ${MAX_PATTERN} characters`)
  try {
    // A line break is a character of a name like any other, and `.` must match it.
    const matches = picomatch(glob, { dot: true, nocase: ignoreCase, strictBrackets: true, flags: ignoreCase ? 'is' : 's' })
    // Engines read a regular expression when it is first used; a bad one must show here.
    matches('')
    // One pass answers most patterns; the forms that need more are watched.
    const linear = /\[!/.test(glob) ? null : linearGlob(glob, ignoreCase)
    if (linear !== null) return linear
    const repeats = glob.match(/\*+|[+*?@!]\(/g)?.length ?? 0
    return value => stepsAtMost(value.length, repeats) <= FREE_STEPS ? matches(value) : matchWatched(matches, value)
  } catch (error) {
    throw new GuardError('CONFIG_INVALID', `"${glob}" is not a valid glob: ${describeThrown(error)}`, { cause: error })
  }
}

function matchWatched(matches: (value: string) => boolean, value: string): boolean {
  const timed = withinTime(MAX_MS, () => matches(value))
  return timed.ended ? timed.value : true
}

/** Ways to divide a value among the repeating parts of a pattern. */
function stepsAtMost(length: number, repeats: number): number {
  let steps = 1
  for (let part = 1; part <= repeats; part++) steps = steps * (length + part) / part
  return steps
}
