/** What is wrong with a configuration: one text per problem, which names the key path. Pure. */
import { oneLine } from "../base/text.js";
const SHOWN = 80;
/** `guard[1].trigger`; keys that are no plain words are quoted. */
export function keyPath(path) {
    let text = '';
    for (const key of path) {
        if (typeof key === 'number')
            text += `[${key}]`;
        else if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key))
            text += `[${JSON.stringify(key)}]`;
        else
            text += text === '' ? key : `.${key}`;
    }
    return text === '' ? 'config' : text;
}
/** A value as a person would write it, bounded. */
export function shown(value) {
    if (value === undefined)
        return 'missing';
    if (typeof value === 'bigint' || typeof value === 'symbol' || typeof value === 'number')
        return String(value);
    if (typeof value === 'function')
        return 'a function';
    try {
        return oneLine(JSON.stringify(value) ?? typeof value, SHOWN);
    }
    catch {
        return Array.isArray(value) ? 'a list' : 'an object';
    }
}
/** @param expected e.g. `a string`; the text says what stands there instead. */
export function unexpected(path, value, expected) {
    return { message: `${keyPath(path)} is ${shown(value)}; expected ${expected}`, path };
}
