/**
 * Tells when something changed in a few folders, whether or not they exist yet. Owns its watchers and
 * timers, none of which keeps the process alive. It says that something changed, not what: whoever
 * listens compares contents. Plain node:fs: only whole folders are watched, none of them deeply, and
 * that is what it does well everywhere; saves by rename are events of the folder.
 */
import { lstatSync, statSync, watch } from 'node:fs';
import { dirname } from 'node:path';
import { describeThrown } from "../errors.js";
const LONGEST = 10;
/** Folders may appear while they are looked for; more rounds than this would be somebody's game. */
const MAX_ROUNDS = 10;
/** A folder whose watcher failed this often is left alone. */
const MAX_FAILURES = 5;
export function createFolderWatch(options) {
    let wanted = [];
    let isDisposed = false;
    let isContent = false;
    let quiet = null;
    let latest = null;
    const armed = new Map();
    const failures = new Map();
    const settle = () => {
        stopTimers();
        // Watch first, report then: what appears in between is seen by whoever reads because of the report.
        const isMoved = arm();
        if (isContent || isMoved) {
            isContent = false;
            options.onChange();
        }
    };
    const stopTimers = () => {
        if (quiet !== null)
            clearTimeout(quiet);
        if (latest !== null)
            clearTimeout(latest);
        quiet = latest = null;
    };
    const onEvent = (folder) => {
        if (isDisposed)
            return;
        // A folder above a missing one is only watched for the missing one to appear.
        isContent ||= wanted.includes(folder);
        if (quiet !== null)
            clearTimeout(quiet);
        quiet = setTimeout(settle, options.debounceMs).unref();
        latest ??= setTimeout(settle, options.debounceMs * LONGEST).unref();
    };
    const arm = () => {
        let isMoved = false;
        for (let round = 0; round < MAX_ROUNDS; round++) {
            const places = placesToWatch(wanted);
            const stale = [...armed].filter(([folder, { identity }]) => places.get(folder) !== identity);
            const fresh = [...places].filter(([folder]) => !armed.has(folder) || stale.some(([old]) => old === folder));
            if (stale.length === 0 && fresh.length === 0)
                break;
            for (const [folder, { watcher }] of stale) {
                armed.delete(folder);
                watcher.close();
            }
            const opened = fresh.filter(([folder, identity]) => open(folder, identity));
            isMoved ||= stale.length > 0 || opened.length > 0;
            if (opened.length === 0)
                break;
        }
        return isMoved;
    };
    const open = (folder, identity) => {
        if ((failures.get(folder) ?? 0) >= MAX_FAILURES)
            return false;
        try {
            const watcher = watch(folder, { persistent: false }, () => { onEvent(folder); });
            watcher.on('error', () => {
                // The folder is gone, as a rule. Look again where to watch.
                watcher.close();
                if (armed.get(folder)?.watcher === watcher)
                    armed.delete(folder);
                failures.set(folder, (failures.get(folder) ?? 0) + 1);
                onEvent(folder);
            });
            armed.set(folder, { identity, watcher });
            return true;
        }
        catch (error) {
            // Said once per folder, although every later look tries again.
            if (!failures.has(folder))
                options.onError(folder, describeThrown(error));
            failures.set(folder, (failures.get(folder) ?? 0) + 1);
            return false;
        }
    };
    return {
        set(folders) {
            if (isDisposed)
                return;
            wanted = [...new Set(folders)];
            arm();
        },
        dispose() {
            isDisposed = true;
            stopTimers();
            for (const { watcher } of armed.values())
                watcher.close();
            armed.clear();
            failures.clear();
        },
    };
}
/** Existing folders to watch and their identity on disk: the wanted ones, or what is there of the way to them. */
function placesToWatch(wanted) {
    const places = new Map();
    for (const folder of wanted) {
        for (let path = folder;; path = dirname(path)) {
            const identity = folderIdentity(path);
            if (identity !== null)
                places.set(path, identity);
            // A link may come to point elsewhere, which is an event of the folder it is in.
            if (identity !== null && !isLink(path))
                break;
            if (dirname(path) === path)
                break;
        }
    }
    return places;
}
function folderIdentity(path) {
    try {
        const stats = statSync(path);
        return stats.isDirectory() ? `${stats.dev}:${stats.ino}` : null;
    }
    catch {
        return null;
    }
}
function isLink(path) {
    try {
        return lstatSync(path).isSymbolicLink();
    }
    catch {
        return false;
    }
}
