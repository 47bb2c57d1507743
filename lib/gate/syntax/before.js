/**
 * The files that calls are about to write, as they were: per session, by call, bounded in number
 * and bytes. A state is handed out once. Reading it never fails a call: what went wrong is kept in
 * words and told when the call is over.
 */
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { abortAfter } from "../../base/deadline.js";
import { compilePatterns } from "../../base/pattern.js";
import { describeThrown } from "../../errors.js";
/** Files of one call that are looked at. */
export const MAX_FILES = 10;
/** Bytes of a file that is checked; one more is too large. */
export const MAX_FILE_BYTES = 1_048_576;
const MAX_CALLS = 64;
const MAX_TOTAL_BYTES = 16 * MAX_FILE_BYTES;
/** Milliseconds that a call waits for its files to be read. */
const CAPTURE_MS = 5_000;
export function createBeforeStates() {
    return new LRUCache({ max: MAX_CALLS, maxSize: MAX_TOTAL_BYTES, sizeCalculation: sizeOf });
}
function sizeOf(captured) {
    return 1 + captured.files.reduce((sum, file) => sum + (file.before.kind === 'bytes' ? file.before.bytes.length : 0), 0);
}
/** Never rejects, and settles in time whatever the ports do. */
export async function capture(deps, command, session, signal) {
    const deadline = abortAfter(CAPTURE_MS, signal);
    try {
        return await Promise.race([captureFiles(deps, command, session), rejectedBy(deadline.signal)]);
    }
    catch (error) {
        return { files: [], left: 0, problem: `the files that the call writes could not be read before it: ${describeThrown(error)}` };
    }
    finally {
        deadline.dispose();
    }
}
async function captureFiles(deps, command, session) {
    const effects = (await deps.effects(command, session)).filter(effect => effect.kind === 'write');
    const certain = new Set();
    for (const effect of effects.filter(one => one.via !== 'unread')) {
        for (const absolute of await pathsOf(deps.files, effect, session))
            certain.add(absolute);
    }
    const possible = effects.filter(one => one.via === 'unread' && one.self && !certain.has(one.absolute)).map(one => one.absolute);
    const looked = [...certain, ...new Set(possible)].slice(0, MAX_FILES);
    const files = await Promise.all(looked.map(async (absolute) => ({ absolute, before: await stateOf(deps.files, session, absolute) })));
    return { files, left: Math.max(0, certain.size - MAX_FILES), problem: null };
}
/** A pattern within one folder is looked up there; one that goes deeper is left alone. */
async function pathsOf(files, effect, session) {
    if (effect.self)
        return [effect.absolute];
    if (effect.below === null || /\/|\*\*/.test(effect.below))
        return [];
    const matches = compilePatterns([effect.below]);
    const entries = await files.list(session, effect.absolute).catch(() => []);
    return entries.filter(entry => entry.kind === 'file' && matches(entry.name)).map(entry => join(effect.absolute, entry.name));
}
async function stateOf(files, session, absolute) {
    try {
        const file = await files.read(session, absolute, MAX_FILE_BYTES);
        if (file === null)
            return { kind: 'absent' };
        return file.truncated ? { kind: 'unknown' } : { kind: 'bytes', bytes: file.bytes };
    }
    catch {
        return { kind: 'unknown' };
    }
}
function rejectedBy(signal) {
    return new Promise((_resolve, reject) => {
        const onAbort = () => { reject(signal.reason instanceof Error ? signal.reason : new Error('cancelled')); };
        if (signal.aborted)
            onAbort();
        else
            signal.addEventListener('abort', onAbort, { once: true });
    });
}
