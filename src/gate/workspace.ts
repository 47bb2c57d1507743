/** One session's workspace as paths are compared in it: its real folder, its flavour, its way with case. */
import type { PlatformPath } from 'node:path'
import type { SessionRef } from '../types.ts'
import type { PathIdentity } from './path-identity.ts'
import { flavourOf, foldPath, relativeInside } from './paths.ts'

export interface Workspace {
  readonly session: SessionRef
  readonly flavour: PlatformPath
  /** The workspace folder without symlinks. */
  readonly root: string
  readonly ignoreCase: boolean
  /** The path relative to the workspace with `/`, its own case kept; null when it is outside. */
  relative(path: string): string | null
  /** One key for all spellings of a real path. */
  key(real: string): string
  /** Absolute path of a relative one. */
  at(relative: string): string
}

export async function openWorkspace(session: SessionRef, identity: PathIdentity): Promise<Workspace> {
  const flavour = flavourOf(session.cwd)
  const root = await identity.real(session, session.cwd)
  const ignoreCase = await identity.ignoresCase(session, root)
  const roots = [...new Set([session.cwd, root])]
  return {
    session,
    flavour,
    root,
    ignoreCase,
    relative(path) {
      for (const folder of roots) {
        const inside = relativeIn(flavour, folder, path, ignoreCase)
        if (inside !== null) return inside
      }
      return null
    },
    key: real => foldPath(real, ignoreCase),
    at: relative => flavour.join(root, ...relative.split('/')),
  }
}

/** `relativeInside` that takes folders whose spelling differs in case only for the same. */
export function relativeIn(flavour: PlatformPath, folder: string, path: string, ignoreCase: boolean): string | null {
  const inside = relativeInside(flavour, folder, path)
  if (inside !== null || !ignoreCase || foldPath(path.slice(0, folder.length), true) !== foldPath(folder, true)) return inside
  return relativeInside(flavour, folder, folder + path.slice(folder.length))
}
