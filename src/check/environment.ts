/**
 * The environment of a checker: what a program needs to start, and nothing of the host's keys,
 * tokens and switches. Owns the list of names.
 */
import { posix, win32 } from 'node:path'

/** Compared without case, since Windows ignores it. */
const KEPT: ReadonlySet<string> = new Set([
  'PATH', 'PATHEXT', 'HOME', 'USERPROFILE', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TMPDIR', 'TEMP', 'TMP',
  'SYSTEMROOT', 'WINDIR', 'COMSPEC', 'APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA', 'PROGRAMFILES', 'ELAN_HOME',
])

/**
 * @param source usually `process.env`.
 * @returns a complete environment. Relative folders leave PATH: what they hold is the workspace's to decide.
 */
export function checkerEnvironment(source: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform): Record<string, string> {
  const paths = platform === 'win32' ? win32 : posix
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(source)) {
    if (value === undefined || !KEPT.has(name.toUpperCase())) continue
    kept[name] = name.toUpperCase() === 'PATH'
      ? value.split(paths.delimiter).filter(folder => paths.isAbsolute(folder)).join(paths.delimiter)
      : value
  }
  return kept
}
