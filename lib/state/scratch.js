/**
 * A guard's scratch: a small map of JSON values in memory. Owns the size bound; does not know whose
 * scratch it is.
 */
import { GuardError } from "../errors.js";
import { snapshotJson } from "../base/json.js";
/** Bytes of JSON that one store may hold. */
export const MAX_SCRATCH_BYTES = 65_536;
/** UTF-16 units of one key. */
export const MAX_SCRATCH_KEY = 256;
/** Levels of nesting of one value. */
const MAX_DEPTH = 50;
export function createScratch() {
    const values = new Map();
    let total = 2;
    const drop = (key) => {
        const entry = values.get(key);
        if (entry === undefined)
            return false;
        total -= entry.bytes;
        return values.delete(key);
    };
    return {
        get: key => values.has(key) ? structuredClone(values.get(key)?.value) : undefined,
        has: key => values.has(key),
        set(key, value) {
            if (typeof key !== 'string' || key === '' || key.length > MAX_SCRATCH_KEY) {
                throw new GuardError('BAD_ARGUMENT', `a key must be a text of 1 to ${MAX_SCRATCH_KEY} characters`);
            }
            const copy = snapshotJson(value, { maxDepth: MAX_DEPTH });
            // A comma and a colon belong to each entry, so that the bound holds for the whole JSON text.
            const bytes = Buffer.byteLength(JSON.stringify(key)) + Buffer.byteLength(JSON.stringify(copy)) + 2;
            const after = total - (values.get(key)?.bytes ?? 0) + bytes;
            if (after > MAX_SCRATCH_BYTES) {
                throw new GuardError('TOO_LARGE', `the store would take ${after} bytes of JSON, at most ${MAX_SCRATCH_BYTES} are allowed: remove keys or keep less`);
            }
            drop(key);
            values.set(key, { value: copy, bytes });
            total = after;
        },
        remove: drop,
        clear() {
            values.clear();
            total = 2;
        },
        all() {
            const copy = {};
            for (const [key, entry] of values) {
                Object.defineProperty(copy, key, { value: structuredClone(entry.value), enumerable: true, configurable: true, writable: true });
            }
            return copy;
        },
        bytes: () => total,
    };
}
/**
 * The scratch that an observing guard sees: reads fall through to the real one, writes stay here.
 * @param base the store that enforcing guards share; never written.
 */
export function shadowScratch(base) {
    const own = createScratch();
    const removed = new Set();
    const has = (key) => own.has(key) || (!removed.has(key) && base.has(key));
    return {
        get: key => own.has(key) ? own.get(key) : removed.has(key) ? undefined : base.get(key),
        has,
        set(key, value) {
            own.set(key, value);
            removed.delete(key);
        },
        remove(key) {
            const there = has(key);
            own.remove(key);
            removed.add(key);
            return there;
        },
        clear() {
            own.clear();
            removed.clear();
            for (const key of Object.keys(base.all()))
                removed.add(key);
        },
        all() {
            const merged = base.all();
            for (const key of removed)
                delete merged[key];
            return Object.assign(merged, own.all());
        },
        bytes: () => own.bytes(),
    };
}
