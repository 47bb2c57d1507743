/** Takes over changed guard scripts: on a change on disk, and when the human asks for it. Says what came of it. */
import type { GuardTextStore } from '../guard/texts.ts'
import { createFolderWatch } from '../guard/watch.ts'
import type { SessionRef } from '../types.ts'

export interface Reload {
  /** Looks at the disk now; with a session, at its workspace scripts too. One line per guard that changed or is broken. */
  now(session: SessionRef | null): readonly string[]
  dispose(): void
}

const DEBOUNCE_MS = 150

/** @param say told of changes that nobody asked for. */
export function createReload(texts: GuardTextStore, say: (text: string) => void, note: (key: string, text: string) => void): Reload {
  const watch = createFolderWatch({
    debounceMs: DEBOUNCE_MS,
    onChange() { for (const line of now(null)) say(line) },
    onError(folder, reason) { note(`watch ${folder}`, `changes in ${folder} are not seen (${reason}); use /guard reload after a change`) },
  })
  const now = (session: SessionRef | null): string[] => {
    const lines = texts.reload(session).flatMap(({ guard, before, after, text }) => {
      const hash = after?.slice(0, 12) ?? 'none'
      if (text.state === 'broken') return [`guard "${guard}" is broken: ${text.reason}`]
      if (text.stale !== null) return [`guard "${guard}" keeps ${hash}: the version on disk is not usable (${text.stale})`]
      return before === after ? [] : [`guard "${guard}" now runs ${hash}`]
    })
    // A folder of a guard may have come or gone.
    watch.set(texts.folders())
    return lines
  }
  watch.set(texts.folders())
  return { now, dispose: () => { watch.dispose() } }
}
