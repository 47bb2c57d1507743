/**
 * In which workspaces a guard applies: patterns on the session's folder. A folder's plain name means the
 * folder and everything below it; `~` is the home folder of the machine that dsh runs on.
 */
import { realpathSync } from 'node:fs'
import picomatch from 'picomatch'
import { compilePatterns } from '../base/pattern.ts'

/** @param patterns null: every workspace. @param home null: unknown, and no pattern with `~` matches. */
export function compileWorkspaces(patterns: readonly string[] | null, home: string | null): (cwd: string) => boolean {
  if (patterns === null) return () => true
  const globs = patterns.flatMap(pattern => spellings(pattern, home))
  if (globs.length === 0) return () => false
  const matches = compilePatterns(globs)
  return cwd => matches(slashed(cwd)) || matches(slashed(real(cwd)))
}

/** The pattern with its home folder written out, with its fixed part as it is spelled and without symbolic links. */
function spellings(pattern: string, home: string | null): string[] {
  const plain = pattern.startsWith('~') ? home === null ? null : escaped(slashed(home)) + slashed(pattern.slice(1)) : slashed(pattern)
  if (plain === null) return []
  const { base, glob } = picomatch.scan(plain)
  const rest = glob === '' ? '' : `/${glob}`
  const folder = base === '' ? '' : slashed(real(base.replace(/\\(.)/g, '$1')))
  const all = [plain, ...folder === '' ? [] : [escaped(folder).replace(/\/$/, '') + rest]]
  return [...new Set(all)].flatMap(one => glob === '' ? [one.replace(/\/+$/, '') || '/', `${one.replace(/\/+$/, '')}/**`] : [one])
}

function slashed(path: string): string {
  return process.platform === 'win32' ? path.replaceAll('\\', '/') : path
}

function escaped(path: string): string {
  return path.replace(/[*?[\]{}()!@+]/g, '\\$&')
}

function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
