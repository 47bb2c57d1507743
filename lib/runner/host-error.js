/**
 * The errors that the façade throws into scripts: plain errors of the realm with `name` 'ScriptHostError'
 * and a `code`. No class of the runner is involved, because whatever a script can reach must be frozen
 * and must lead nowhere. Which errors are genuine is kept aside, so that a script cannot forge one.
 */
import { GuardError } from "../errors.js";
export function createHostErrors(harden) {
    const codes = new WeakMap();
    const create = (code, message) => {
        const error = new Error(message);
        Object.defineProperties(error, {
            name: { value: 'ScriptHostError', enumerable: false },
            code: { value: code, enumerable: true },
        });
        codes.set(error, code);
        return harden(error);
    };
    return {
        create,
        codeOf: thrown => typeof thrown === 'object' && thrown !== null ? codes.get(thrown) ?? null : null,
        translate: thrown => thrown instanceof GuardError ? create(thrown.code, thrown.message) : thrown,
    };
}
