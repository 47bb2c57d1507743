/** `status`: the scratch of a session's guards, shown and changed by the human. */
import { cut } from "../base/text.js";
import { GuardError } from "../errors.js";
import { MAX_SCRATCH_BYTES } from "../state/scratch.js";
import { firstKey, firstWord, parseValue } from "./guard-line.js";
const GRAMMAR = 'status takes [session] [set <key> <value> | del <key> | clear]';
/** UTF-16 units of one value, and of the whole answer. */
const MAX_VALUE = 1_000;
const MAX_TEXT = 16_000;
export function scratchReply(rest, session, deps) {
    const first = firstWord(rest);
    const shared = first.word.toLowerCase() === 'session';
    const store = shared
        ? { name: 'session scratch', scratch: deps.states.rootOf(session).shared }
        : { name: 'loop scratch', scratch: deps.states.of(session).loop };
    const { word, rest: operands } = shared ? firstWord(first.rest) : first;
    switch (word.toLowerCase()) {
        case '': return { ok: true, text: shown(store) };
        case 'set': return setKey(store, operands);
        case 'del': return deleteKey(store, operands);
        case 'clear': return operands === '' ? clearAll(store) : { ok: false, text: `clear takes nothing behind it; ${GRAMMAR}` };
        default: return { ok: false, text: `status does not know "${word}"; ${GRAMMAR}` };
    }
}
function setKey(store, operands) {
    const { word: key, rest: value } = firstKey(operands);
    if (key === '' || value === '')
        return { ok: false, text: `set needs a key and a value; ${GRAMMAR}` };
    try {
        store.scratch.set(key, parseValue(value));
    }
    catch (error) {
        if (!(error instanceof GuardError))
            throw error;
        return { ok: false, text: `${error.message}; nothing was changed\n${shown(store)}` };
    }
    return { ok: true, text: `${store.name}: ${entry(store, key)}` };
}
function deleteKey(store, operands) {
    const { word: key, rest } = firstKey(operands);
    if (key === '' || rest !== '')
        return { ok: false, text: `del needs one key (in double quotes when it has spaces); ${GRAMMAR}` };
    return store.scratch.remove(key) ? { ok: true, text: shown(store) } : { ok: false, text: `there is no key ${JSON.stringify(key)}\n${shown(store)}` };
}
function clearAll(store) {
    store.scratch.clear();
    return { ok: true, text: shown(store) };
}
function shown(store) {
    const keys = Object.keys(store.scratch.all());
    if (keys.length === 0)
        return `${store.name}: empty`;
    const head = `${store.name}: ${keys.length} ${keys.length === 1 ? 'key' : 'keys'}, ${store.scratch.bytes()} of ${MAX_SCRATCH_BYTES} bytes`;
    return cut([head, ...keys.map(key => `  ${entry(store, key)}`)].join('\n'), MAX_TEXT);
}
function entry(store, key) {
    const plain = /^[^\s"]+$/.test(key) ? key : JSON.stringify(key);
    return `${plain} = ${cut(JSON.stringify(store.scratch.get(key)), MAX_VALUE)}`;
}
