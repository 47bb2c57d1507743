/** Glob patterns by picomatch, compiled once. Throws GuardError CONFIG_INVALID for what cannot be one. */
import picomatch from 'picomatch';
import { GuardError, describeThrown } from "../errors.js";
/** picomatch itself refuses longer ones; checked here so that the message names the pattern. */
const MAX_PATTERN = 65_536;
/** @returns whether a value matches at least one of the patterns. */
export function compilePatterns(globs, options = {}) {
    const tests = globs.map((glob) => compileOne(glob, options.ignoreCase ?? false));
    return value => tests.some(test => test(value));
}
function compileOne(glob, ignoreCase) {
    if (glob.trim() === '' || glob.length > MAX_PATTERN)
        throw new GuardError('CONFIG_INVALID', 'a pattern must be a non-empty glob');
    try {
        return picomatch(glob, { dot: true, nocase: ignoreCase, strictBrackets: true });
    }
    catch (error) {
        throw new GuardError('CONFIG_INVALID', `"${glob}" is not a valid glob: ${describeThrown(error)}`, { cause: error });
    }
}
