/**
 * Arguments of host calls: untrusted JSON from a script, turned into what a capability takes. Every
 * error names the function as the script's author writes it, and the argument.
 */
import { isJsonObject } from "../base/json.js";
import { GuardError } from "../errors.js";
/** @throws GuardError BAD_ARGUMENT, or TOO_LARGE above `bounds.max`. */
export function textArgument(method, name, value, bounds = {}) {
    if (typeof value !== 'string')
        throw badArgument(method, name, `a text, but it is ${kindOf(value)}`);
    if (bounds.max !== undefined && value.length > bounds.max) {
        throw new GuardError('TOO_LARGE', `${method}: ${name} has ${value.length} characters, at most ${bounds.max} are allowed; cut it`);
    }
    if (bounds.filled === true && value.trim() === '')
        throw badArgument(method, name, 'a text that is not empty');
    return value;
}
/** A missing object is an empty one. @throws GuardError BAD_ARGUMENT. */
export function objectArgument(method, name, value) {
    if (value === undefined || value === null)
        return {};
    if (!isJsonObject(value))
        throw badArgument(method, name, `an object, but it is ${kindOf(value)}`);
    return value;
}
/** Refuses a key that the function does not know: a slip of the pen must not be passed over. */
export function onlyKeys(method, name, value, known) {
    for (const key of Object.keys(value)) {
        if (!known.includes(key))
            throw new GuardError('BAD_ARGUMENT', `${method}: ${name}.${key.slice(0, 64)} is not known; it may hold ${known.join(', ')}`);
    }
}
/** @param expected completes "… must be". */
export function badArgument(method, name, expected) {
    return new GuardError('BAD_ARGUMENT', `${method}: ${name} must be ${expected}`);
}
function kindOf(value) {
    if (value === undefined)
        return 'missing';
    if (value === null)
        return 'null';
    if (Array.isArray(value))
        return 'a list';
    return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
