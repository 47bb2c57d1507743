/** Takes over guard scripts that change on disk, and says what came of it. */
import type { GuardTextStore } from '../guard/texts.ts'
import { createFolderWatch } from '../guard/watch.ts'
import type { FolderWatch } from '../guard/watch.ts'
import { reloadText } from '../surface/reload-text.ts'

const DEBOUNCE_MS = 150

/** @param note said once for each key. */
export function watchScripts(texts: GuardTextStore, report: (text: string) => void, note: (key: string, text: string) => void): FolderWatch {
  const watch = createFolderWatch({
    debounceMs: DEBOUNCE_MS,
    onChange() {
      const changed = texts.reload(null).filter(one => one.before !== one.after || one.text.state === 'broken' || (one.text.state === 'loaded' && one.text.stale !== null))
      if (changed.length > 0) report(reloadText(changed))
      // A folder of a guard may have come or gone.
      watch.set(texts.folders())
    },
    onError(folder, reason) { note(`watch ${folder}`, `changes in ${folder} are not seen (${reason}); use /guard reload after a change`) },
  })
  watch.set(texts.folders())
  return watch
}
