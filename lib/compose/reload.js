import { createFolderWatch } from "../guard/watch.js";
import { reloadText } from "../surface/reload-text.js";
const DEBOUNCE_MS = 150;
export function watchScripts(texts, core) {
    const watch = createFolderWatch({
        debounceMs: DEBOUNCE_MS,
        onChange() {
            const changed = texts.reload(null).filter(one => one.before !== one.after || one.text.state === 'broken' || one.text.stale !== null);
            if (changed.length > 0)
                core.report(reloadText(changed));
            // A folder of a guard may have come or gone.
            watch.set(texts.folders());
        },
        onError(folder, reason) { core.note(`watch ${folder}`, `changes in ${folder} are not seen (${reason}); use /guard reload after a change`); },
    });
    watch.set(texts.folders());
    return watch;
}
