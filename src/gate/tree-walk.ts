/** Files below a folder, bounded, in a fixed order. */
import type { FilesPort, SessionRef } from '../types.ts'
import { createBreather } from '../base/budget.ts'
import { flavourOf } from './paths.ts'

/** Directory entries looked at in one walk, and levels. */
export const MAX_ENTRIES = 20_000
const MAX_LEVELS = 32

/** Folders that hold no code of the project's own. */
const SKIPPED = new Set(['.git', 'node_modules'])

/** @param visit gets each file's absolute path; `false` ends the walk. @returns whether the bound was met. */
export async function walkFiles(files: Pick<FilesPort, 'list'>, session: SessionRef, folder: string, visit: (path: string) => Promise<boolean>): Promise<{ readonly cut: boolean }> {
  const flavour = flavourOf(session.cwd)
  const breathe = createBreather()
  let entries = 0
  let cut = false

  async function walk(current: string, level: number): Promise<boolean> {
    const listed = await files.list(session, current).catch(() => [])
    const sorted = [...listed].sort((left, right) => left.name < right.name ? -1 : 1)
    for (const entry of sorted) {
      await breathe()
      entries++
      if (entries > MAX_ENTRIES || level > MAX_LEVELS) {
        cut = true
        return false
      }
      const path = flavour.join(current, entry.name)
      if (entry.kind === 'directory') {
        if (!SKIPPED.has(entry.name) && !await walk(path, level + 1)) return false
      } else if (!await visit(path)) return false
    }
    return true
  }

  await walk(folder, 0)
  return { cut }
}
