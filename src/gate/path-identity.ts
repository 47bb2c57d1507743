/**
 * Which file a path really is: symlinks, parents of files that do not exist yet, `..` behind a
 * symlink, and whether the file system folds case. Reads through FilesPort, so that a remote
 * workspace works; a port that throws counts as "no such file".
 */
import { LRUCache } from 'lru-cache'
import type { FilesPort, SessionRef } from '../types.ts'
import { flavourOf } from './paths.ts'

/** A path deeper than this is compared as text. */
const MAX_STEPS = 128
const MAX_REMEMBERED = 256

export interface PathIdentity {
  /** Absolute path without symlinks, as far as the path exists; the rest is appended. */
  real(session: SessionRef, absolute: string): Promise<string>
  /** The directory entry itself: its folder resolved, its own name kept (what `rm` and `mv` act on). */
  entry(session: SessionRef, absolute: string): Promise<string>
  /** `cwd` + spelled path the way the kernel walks it: `..` leaves the folder a symlink led to. */
  physical(session: SessionRef, cwd: string, spelled: string): Promise<string>
  kind(session: SessionRef, path: string): Promise<'file' | 'directory' | 'other' | null>
  /** Whether two spellings that differ in case are one file below this folder. */
  ignoresCase(session: SessionRef, folder: string): Promise<boolean>
}

export function createPathIdentity(files: FilesPort): PathIdentity {
  const folding = new LRUCache<string, { readonly ignores: boolean }>({ max: MAX_REMEMBERED })

  async function real(session: SessionRef, absolute: string): Promise<string> {
    const flavour = flavourOf(session.cwd)
    const missing: string[] = []
    let current = absolute
    for (let step = 0; step < MAX_STEPS; step++) {
      const found = await files.realpath(session, current).catch(() => null)
      if (found !== null) return missing.length === 0 ? found : flavour.join(found, ...missing)
      const parent = flavour.dirname(current)
      if (parent === current) break
      missing.unshift(flavour.basename(current))
      current = parent
    }
    return absolute
  }

  return {
    real,
    async entry(session, absolute) {
      const flavour = flavourOf(session.cwd)
      const parent = flavour.dirname(absolute)
      return parent === absolute ? absolute : flavour.join(await real(session, parent), flavour.basename(absolute))
    },
    async physical(session, cwd, spelled) {
      const flavour = flavourOf(session.cwd)
      let current = flavour.isAbsolute(spelled) ? flavour.parse(flavour.resolve(spelled)).root : cwd
      for (const step of spelled.split(flavour.sep === '/' ? '/' : /[\\/]/).slice(0, MAX_STEPS)) {
        if (step === '..') current = flavour.dirname(await real(session, current))
        else if (step !== '' && step !== '.') current = flavour.join(current, step)
      }
      return current
    },
    async kind(session, path) {
      const stat = await files.stat(session, path).catch(() => null)
      return stat === null ? null : stat.kind
    },
    async ignoresCase(session, folder) {
      const key = `${session.cwd}\n${folder}`
      const known = folding.get(key)
      if (known !== undefined) return known.ignores
      const ignores = await probeCase(files, session, folder)
      folding.set(key, { ignores })
      return ignores
    },
  }
}

/** Looks the nearest lettered name above the folder up under swapped case. */
async function probeCase(files: FilesPort, session: SessionRef, folder: string): Promise<boolean> {
  const flavour = flavourOf(session.cwd)
  let current = folder
  for (let step = 0; step < MAX_STEPS; step++) {
    const parent = flavour.dirname(current)
    if (parent === current) return flavour.sep === '\\'
    const name = flavour.basename(current)
    const swapped = swapCase(name)
    const exists = swapped !== name && await files.stat(session, current).catch(() => null) !== null
    if (exists) {
      if (await files.stat(session, flavour.join(parent, swapped)).catch(() => null) === null) return false
      // Both spellings answer: one entry means that case is folded, two mean two files.
      const entries = await files.list(session, parent).catch(() => [])
      return !entries.some(entry => entry.name === swapped) || !entries.some(entry => entry.name === name)
    }
    current = parent
  }
  return false
}

function swapCase(name: string): string {
  return name.replace(/[a-zA-Z]/g, letter => letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())
}
