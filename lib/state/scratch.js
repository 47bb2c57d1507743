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
    // Bytes of the entries, a colon and a comma with each; `sizeOf` takes the one comma too many off.
    let total = 0;
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
            const bytes = Buffer.byteLength(JSON.stringify(key)) + Buffer.byteLength(JSON.stringify(copy)) + 2;
            const after = total - (values.get(key)?.bytes ?? 0) + bytes;
            if (sizeOf(after) > MAX_SCRATCH_BYTES)
                throw tooLarge(sizeOf(after));
            drop(key);
            values.set(key, { value: copy, bytes });
            total = after;
        },
        remove: drop,
        clear() {
            values.clear();
            total = 0;
        },
        all() {
            const copy = {};
            for (const [key, entry] of values)
                put(copy, key, structuredClone(entry.value));
            return copy;
        },
        bytes: () => sizeOf(total),
    };
}
/** @param total bytes of the entries, each with a colon and a comma. */
function sizeOf(total) {
    return total === 0 ? 2 : total + 1;
}
/** Not an assignment: that would take `__proto__` for the prototype. */
function put(object, key, value) {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}
function tooLarge(bytes) {
    return new GuardError('TOO_LARGE', `the store would take ${bytes} bytes of JSON, at most ${MAX_SCRATCH_BYTES} are allowed: remove keys or keep less`);
}
/**
 * The scratch that an observing guard sees: reads fall through to the real one, writes stay here. The
 * bound holds for what the guard sees, so that it fails where an enforcing one would.
 * @param base the store that enforcing guards share; never written.
 */
export function shadowScratch(base) {
    const own = createScratch();
    const removed = new Set();
    const has = (key) => own.has(key) || (!removed.has(key) && base.has(key));
    const all = () => {
        const merged = base.all();
        for (const key of removed)
            delete merged[key];
        for (const [key, value] of Object.entries(own.all()))
            put(merged, key, value);
        return merged;
    };
    const size = () => Buffer.byteLength(JSON.stringify(all()));
    return {
        get: key => own.has(key) ? own.get(key) : removed.has(key) ? undefined : base.get(key),
        has,
        set(key, value) {
            const before = own.get(key);
            own.set(key, value);
            const bytes = size();
            if (bytes > MAX_SCRATCH_BYTES) {
                if (before === undefined)
                    own.remove(key);
                else
                    own.set(key, before);
                throw tooLarge(bytes);
            }
            removed.delete(key);
        },
        remove(key) {
            const there = has(key);
            own.remove(key);
            if (base.has(key))
                removed.add(key);
            return there;
        },
        clear() {
            own.clear();
            removed.clear();
            for (const key of Object.keys(base.all()))
                removed.add(key);
        },
        all,
        bytes: size,
    };
}
