import { createFolderWatch } from "../guard/watch.js";
const DEBOUNCE_MS = 150;
/** @param say told of changes that nobody asked for. */
export function createReload(texts, say, note) {
    const watch = createFolderWatch({
        debounceMs: DEBOUNCE_MS,
        onChange() { for (const line of now(null))
            say(line); },
        onError(folder, reason) { note(`watch ${folder}`, `changes in ${folder} are not seen (${reason}); use /guard reload after a change`); },
    });
    const now = (session) => {
        const lines = texts.reload(session).flatMap(({ guard, before, after, text }) => {
            const hash = after?.slice(0, 12) ?? 'none';
            if (text.state === 'broken')
                return [`guard "${guard}" is broken: ${text.reason}`];
            if (text.stale !== null)
                return [`guard "${guard}" keeps ${hash}: the version on disk is not usable (${text.stale})`];
            return before === after ? [] : [`guard "${guard}" now runs ${hash}`];
        });
        // A folder of a guard may have come or gone.
        watch.set(texts.folders());
        return lines;
    };
    watch.set(texts.folders());
    return { now, dispose: () => { watch.dispose(); } };
}
