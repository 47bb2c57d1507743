/**
 * Watches the resident memory of runners that are at work. V8's heap limit does not cover everything a
 * script can fill (flattened strings, for one). Linux only; elsewhere the heap limit is all there is.
 */
import { readFileSync } from 'node:fs';
const INTERVAL_MS = 25;
export function createMemoryWatch(options) {
    let cancel = null;
    const read = (runner) => {
        const pid = runner.pid();
        if (pid !== null)
            runner.rssBytes = options.readRss(pid) ?? runner.rssBytes;
    };
    const look = () => {
        cancel = null;
        const working = options.working();
        if (working.length === 0)
            return;
        cancel = options.time.after(INTERVAL_MS, look, false);
        for (const runner of working) {
            read(runner);
            if ((runner.rssBytes ?? 0) > options.limitBytes)
                options.exceeded(runner);
            else
                options.looked?.(runner);
        }
    };
    return {
        wake() { cancel ??= options.time.after(INTERVAL_MS, look, false); },
        read,
        stop() {
            cancel?.();
            cancel = null;
        },
    };
}
/** Null where resident memory cannot be had without starting a program each time. */
export function rssReaderOf(platform) {
    return platform === 'linux' ? readRssOnLinux : null;
}
/** From the kernel's own status file. The figure there is in KiB, whatever the size of a page. */
export function readRssOnLinux(pid) {
    try {
        const kib = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
        return kib === undefined ? null : Number(kib) * 1024;
    }
    catch {
        return null;
    }
}
