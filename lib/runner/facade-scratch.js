/**
 * `loopValues` and `sessionValues`. The loop store comes with the run (or is fetched once when it is too
 * large for that); own writes are applied to the copy here and told to the host. The session store is
 * shared with subagents that run at the same time, so each access asks the host.
 */
import { GuardError } from "../errors.js";
import { MAX_SCRIPT_JSON } from "../protocol.js";
import { jsonOf, keyOf } from "./arguments.js";
export function createLoopValues({ input, channel, expose }) {
    let store = null;
    const opened = () => store ??= createLoopStore(input.loopScratch ?? channel.call('scratch.loop.fetch', []));
    return {
        get: expose(key => key === undefined ? opened().all() : opened().get(keyOf(key))),
        has: expose(key => opened().has(keyOf(key))),
        set: expose((key, value) => {
            const name = keyOf(key);
            const json = jsonOf('the value', value);
            const { commit } = opened().prepare(name, json);
            channel.tell('scratch.loop.set', [name, json]);
            commit();
        }),
        remove: expose((key) => {
            const name = keyOf(key);
            if (!opened().has(name))
                return false;
            channel.tell('scratch.loop.remove', [name]);
            return opened().remove(name);
        }),
    };
}
export function createSessionValues({ channel, expose }) {
    const has = (key) => channel.call('scratch.session.has', [key]) === true;
    return {
        get: expose((key) => {
            if (key === undefined)
                return channel.call('scratch.session.get', [null]);
            const name = keyOf(key);
            const value = channel.call('scratch.session.get', [name]);
            // null is what the host answers for a missing value too; undefined is what a script expects then.
            return value === null && !has(name) ? undefined : value;
        }),
        has: expose(key => has(keyOf(key))),
        set: expose((key, value) => { channel.call('scratch.session.set', [keyOf(key), jsonOf('the value', value)]); }),
        remove: expose(key => channel.call('scratch.session.remove', [keyOf(key)]) === true),
    };
}
/** Values are kept as text: every reader gets a copy of its own, and the size is known. */
function createLoopStore(initial) {
    const texts = new Map();
    let bytes = 0;
    // `"key":value,` for each; the braces are one byte more than the comma that is counted too many.
    const sizeOf = (key, text) => Buffer.byteLength(JSON.stringify(key)) + Buffer.byteLength(text) + 2;
    const put = (key, text) => {
        drop(key);
        texts.set(key, text);
        bytes += sizeOf(key, text);
    };
    const drop = (key) => {
        const text = texts.get(key);
        if (text === undefined)
            return false;
        bytes -= sizeOf(key, text);
        return texts.delete(key);
    };
    for (const [key, value] of Object.entries(initial))
        put(key, JSON.stringify(value));
    return {
        get: (key) => {
            const text = texts.get(key);
            return text === undefined ? undefined : JSON.parse(text);
        },
        all: () => JSON.parse(`{${[...texts].map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`),
        has: key => texts.has(key),
        remove: drop,
        prepare(key, value) {
            const text = JSON.stringify(value);
            const old = texts.get(key);
            const after = bytes - (old === undefined ? 0 : sizeOf(key, old)) + sizeOf(key, text) + 1;
            if (after > MAX_SCRIPT_JSON)
                throw new GuardError('TOO_LARGE', `the store would take ${after} bytes of JSON, at most ${MAX_SCRIPT_JSON} are allowed; remove a value first`);
            return { commit: () => { put(key, text); } };
        },
    };
}
