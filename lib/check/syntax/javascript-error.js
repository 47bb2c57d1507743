/**
 * What `node --check` prints about a file that does not parse: the place, the line, carets, and the
 * error. Reads that shape and nothing else.
 */
import { oneLine } from "../../base/text.js";
import { LINE_BREAK } from "./source-text.js";
const MAX_MESSAGE = 300;
/** UTF-16 units that a pipe holds at least on the systems that Node runs on. */
const PIPE = 16_384;
/** Lines between the place and the error: the source line, the carets, an empty one, and some to spare. */
const MAX_LINES_BETWEEN = 6;
/** @returns null when the text has another shape. */
export function parseNodeError(stderr, fileName) {
    const lines = stderr.split('\n');
    const at = lines.findIndex(line => line.includes(`${fileName}:`) && /:\d+$/.test(line));
    const place = /:(\d+)$/.exec(lines[at] ?? '');
    if (at < 0 || place?.[1] === undefined)
        return null;
    // The source line may itself look like an error, so the search begins behind it.
    const error = lines.slice(at + 2, at + 2 + MAX_LINES_BETWEEN).map(line => /^(?:[A-Za-z]*Error)(?: \[\w+\])?: (.*)$/.exec(line)).find(found => found !== null);
    // Node quotes the line and ends; of a line that is larger than a pipe the error itself never arrives.
    if (error?.[1] === undefined)
        return stderr.length < PIPE ? null : { message: 'a syntax error in a line too long to be quoted', line: Number(place[1]), column: null };
    const carets = /^([ \t]*)\^+[ \t]*$/.exec(lines[at + 2] ?? '');
    return { message: oneLine(error[1], MAX_MESSAGE), line: Number(place[1]), column: carets?.[1] === undefined ? null : carets[1].length + 1 };
}
/** JSX, a template tag or a decorator where the parser stopped: a language of its own, not broken JavaScript. */
export function isOtherDialect(error, text) {
    if (error.column === null)
        return false;
    const rest = (text.split(LINE_BREAK)[error.line - 1] ?? '').slice(error.column - 1);
    return /^<(?:[A-Za-z_$>]|%)/.test(rest) || /^@[A-Za-z_$(]/.test(rest);
}
