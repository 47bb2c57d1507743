/** Whether an effect reaches one of the guard system's own files, folders or patterns. */
import type { FilesPort, SessionRef } from '../types.ts'
import type { WriteEffect } from './effect-paths.ts'
import { compileGlob } from '../base/glob.ts'
import type { PathIdentity } from './path-identity.ts'
import { flavourOf, foldPath } from './paths.ts'
import { walkFiles } from './tree-walk.ts'
import { relativeIn } from './workspace.ts'

/** Paths are absolute. A folder stands for everything in it, also what does not exist yet. */
export interface ProtectedFiles {
  readonly files: readonly string[]
  readonly folders: readonly string[]
  /** picomatch patterns with `/` below an absolute folder, e.g. of the patch files of all profiles. */
  readonly globs?: readonly { readonly base: string, readonly glob: string }[]
}

/** Files looked at when a pattern meets a protected folder; where there are more, it counts as reached. */
const MAX_LISTED = 2_000

export interface ProtectedSet {
  readonly session: SessionRef
  readonly files: readonly string[]
  readonly folders: readonly string[]
  readonly globs: readonly { readonly base: string, readonly matches: (path: string) => boolean }[]
  readonly ignoreCase: boolean
}

/** Both spellings of each path count: as given, and without symlinks. */
export async function resolveProtected(given: ProtectedFiles, session: SessionRef, identity: PathIdentity): Promise<ProtectedSet> {
  const both = async (paths: readonly string[]): Promise<string[]> => {
    const all = new Set<string>()
    for (const path of paths) all.add(path).add(await identity.real(session, path))
    return [...all]
  }
  const files = await both(given.files)
  const folders = await both(given.folders)
  const probe = folders[0] ?? files[0] ?? session.cwd
  const ignoreCase = await identity.ignoresCase(session, probe)
  const globs: { base: string, matches: (path: string) => boolean }[] = []
  for (const { base, glob } of given.globs ?? []) {
    const matches = compileGlob(glob, ignoreCase)
    for (const folder of await both([base])) {
      globs.push({ base: folder, matches: (path) => {
        const below = relativeIn(flavourOf(session.cwd), folder, path, ignoreCase)
        return below !== null && below !== '' && matches(below)
      } })
    }
  }
  return { session, files, folders, globs, ignoreCase }
}

/** Whether only the human may change this path. */
export function isProtected(path: string, set: ProtectedSet): boolean {
  const same = (left: string): boolean => foldPath(left, set.ignoreCase) === foldPath(path, set.ignoreCase)
  return set.files.some(same) || set.folders.some(folder => inside(folder, path, set)) || set.globs.some(glob => glob.matches(path))
}

/** @returns the protected path that the effect reaches; null when it reaches none. */
export async function reached(effect: WriteEffect, set: ProtectedSet, files: FilesPort, identity: PathIdentity): Promise<string | null> {
  for (const path of new Set([effect.real, effect.absolute])) {
    const hit = (effect.self ? exactHit(effect, path, set) : null) ?? (effect.below === null ? null : await belowHit(effect, path, set, files, identity))
    if (hit !== null) return hit
  }
  return null
}

function exactHit(effect: WriteEffect, path: string, set: ProtectedSet): string | null {
  const same = (left: string): boolean => foldPath(left, set.ignoreCase) === foldPath(path, set.ignoreCase)
  const file = set.files.find(same)
  if (file !== undefined) return file
  if (set.folders.some(folder => inside(folder, path, set)) || set.globs.some(glob => glob.matches(path))) return path
  if (!reachesDown(effect)) return null
  // Taking a folder away, or closing it, takes what is in it along.
  return [...set.files, ...set.folders, ...set.globs.map(glob => glob.base)].find(one => inside(path, one, set)) ?? null
}

/** Whether the effect on a folder is one on what it holds. */
function reachesDown(effect: WriteEffect): boolean {
  if (effect.overlay !== null) return false
  return effect.kind === 'delete' || effect.kind === 'move-from' || effect.kind === 'mode' || (effect.kind === 'write' && effect.entry && effect.below === null)
}

async function belowHit(effect: WriteEffect, path: string, set: ProtectedSet, files: FilesPort, identity: PathIdentity): Promise<string | null> {
  const matches = compileGlob(effect.below ?? '**', set.ignoreCase)
  const overlay = effect.overlay === null || await identity.kind(set.session, effect.overlay) === null ? null : effect.overlay
  const flavour = flavourOf(set.session.cwd)
  const touches = async (below: string): Promise<boolean> =>
    matches(below) && (overlay === null || await identity.kind(set.session, flavour.join(overlay, ...below.split('/'))) !== null)

  for (const file of set.files) {
    const below = relativeIn(flavour, path, file, set.ignoreCase)
    if (below !== null && below !== '' && await touches(below)) return file
  }
  for (const folder of set.folders) {
    if (inside(folder, path, set)) return path
    const below = relativeIn(flavour, path, folder, set.ignoreCase)
    if (below === null || below === '') continue
    if (await touches(below)) return folder
    const hit = await firstFile(folder, set, files, async file => touches(`${below}/${relativeIn(flavour, folder, file, set.ignoreCase) ?? ''}`))
    if (hit !== null) return hit
  }
  for (const glob of set.globs) {
    if (relativeIn(flavour, path, glob.base, set.ignoreCase) === null && !inside(glob.base, path, set)) continue
    const start = inside(glob.base, path, set) ? path : glob.base
    const hit = await firstFile(start, set, files, async (file) => {
      const below = relativeIn(flavour, path, file, set.ignoreCase)
      return glob.matches(file) && below !== null && await touches(below)
    })
    if (hit !== null) return hit
  }
  return null
}

async function firstFile(folder: string, set: ProtectedSet, files: FilesPort, test: (file: string) => Promise<boolean>): Promise<string | null> {
  let hit: string | null = null
  let seen = 0
  const { cut } = await walkFiles(files, set.session, folder, async (file) => {
    seen++
    if (await test(file)) hit = file
    return hit === null && seen < MAX_LISTED
  })
  // What was not looked at may be what the call reaches.
  return hit ?? (cut || seen >= MAX_LISTED ? folder : null)
}

function inside(folder: string, path: string, set: ProtectedSet): boolean {
  return relativeIn(flavourOf(set.session.cwd), folder, path, set.ignoreCase) !== null
}
