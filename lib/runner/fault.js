/**
 * What to say about a run that did not come to its own end. Owns the description of thrown values: these
 * belong to the script, so reading one may run the script's code, and its text may be huge. It happens
 * inside the timed part of the run, and nothing is turned into text before its length is known.
 */
import { oneLine } from "../base/text.js";
import { MAX_FAULT_TEXT } from "../protocol.js";
/** Lines that the compiler has put before the guard's own text. */
const WRAPPER_LINES = 1;
/** Above this a text is described instead of shown, UTF-16 units. */
const MAX_READ = 65_536;
export function faultOf(thrown, sourceName, realm, errors) {
    const code = errors.codeOf(thrown) === 'WRONG_ACTION' ? 'wrong_action' : 'script_threw';
    return { code, message: describe(thrown), position: positionOf(thrown, sourceName, realm) };
}
/** For a text that the compartment would not take, which SES says with the line of the compiled code. */
export function compileFaultOf(error, sourceName) {
    const message = describe(error);
    const at = message.lastIndexOf(`${sourceName}:`);
    const line = at === -1 ? null : /^\d+/.exec(message.slice(at + sourceName.length + 1));
    if (line === null)
        return { code: 'not_parsed', message, position: null };
    const own = Math.max(1, Number(line[0]) - WRAPPER_LINES);
    const end = at + sourceName.length + 1;
    return { code: 'not_parsed', message: message.slice(0, end) + own + message.slice(end + line[0].length), position: { line: own, column: 1 } };
}
/**
 * Where in the guard's own text an error came from: its topmost frame there.
 * @returns null for values without a stack, and for errors that came from nowhere in the guard.
 */
export function positionOf(thrown, sourceName, realm) {
    if (typeof thrown !== 'object' || thrown === null)
        return null;
    const frames = attempt(() => realm.framesOf(thrown)) ?? '';
    for (const frame of frames.split('\n')) {
        const at = frame.lastIndexOf(`${sourceName}:`);
        const place = at === -1 ? null : /^(\d+):(\d+)/.exec(frame.slice(at + sourceName.length + 1));
        if (place === null)
            continue;
        const line = Number(place[1]) - WRAPPER_LINES;
        if (line >= 1)
            return { line, column: Number(place[2]) };
    }
    return null;
}
function describe(thrown) {
    if (typeof thrown !== 'object' && typeof thrown !== 'function')
        return oneLine(describePrimitive(thrown), MAX_FAULT_TEXT);
    if (thrown === null)
        return 'null was thrown';
    const message = readText(thrown, 'message');
    if (message === null)
        return 'a value without a message was thrown';
    const name = readText(thrown, 'name');
    const text = bounded(message);
    return oneLine(name === null || name === '' ? text : `${bounded(name)}: ${text}`, MAX_FAULT_TEXT);
}
function describePrimitive(thrown) {
    switch (typeof thrown) {
        case 'string': return `${bounded(thrown)} (a string was thrown)`;
        case 'number':
        case 'boolean':
        case 'undefined': return `${String(thrown)} was thrown`;
        // Printing a bigint takes time that grows with the square of its length.
        default: return `a ${typeof thrown} was thrown`;
    }
}
function readText(thrown, key) {
    const value = attempt(() => thrown[key]);
    return typeof value === 'string' ? value : null;
}
function bounded(text) {
    return text.length > MAX_READ ? `[a text of ${text.length} characters]` : text;
}
function attempt(read) {
    try {
        return read();
    }
    catch {
        return null;
    }
}
