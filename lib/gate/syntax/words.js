/** The words of the post-write-syntax gate: short, one place each, nothing of the file's content. */
import { isAbsolute, relative } from 'node:path';
import { cut, maskSecrets, oneLine } from "../../base/text.js";
import { MAX_FILE_BYTES } from "./before.js";
const MAX_PATH = 200;
const MAX_MESSAGE = 200;
const MAX_TEXT = 3_000;
/** @param maxDiagnostics errors listed; the rest is counted. */
export function brokenText(files, maxDiagnostics) {
    const all = files.flatMap(file => file.diagnostics.map(one => line(file.path, one)));
    const listed = all.slice(0, Math.max(0, maxDiagnostics));
    const parsers = [...new Set(files.map(file => file.parser))].join(', ');
    const what = files.length === 1 ? oneLine(files[0]?.path ?? '', MAX_PATH) : `${files.length} files`;
    return cut([
        `Syntax check: this call broke ${what} (${all.length} new syntax ${all.length === 1 ? 'error' : 'errors'}, found by ${parsers}):`,
        ...listed,
        ...all.length > listed.length ? [`… and ${all.length - listed.length} more`] : [],
        'Repair this with your next edit, before anything is built on it. Errors that were there before this call are not listed.',
    ].join('\n'), MAX_TEXT);
}
function line(path, one) {
    const place = [one.line, one.column].filter(part => part !== null).map(part => `:${part}`).join('');
    return `${oneLine(path, MAX_PATH)}${place} ${maskSecrets(oneLine(one.message, MAX_MESSAGE))}`;
}
export function missingText(language, reason, path) {
    return `Syntax check: ${language} files are not checked in this session: ${oneLine(reason, MAX_MESSAGE)}. `
        + `Whether ${oneLine(path, MAX_PATH)} parses is not known; run the project's own check. This is said once.`;
}
export function tooLargeText(path) {
    return `Syntax check: ${oneLine(path, MAX_PATH)} is larger than ${MAX_FILE_BYTES} bytes and was not checked. `
        + `Whether it parses is not known; run the project's own check. This is said once.`;
}
export function tooManyText(left) {
    return `Syntax check: this call writes more files than are checked at once; ${left} were not looked at. `
        + `Run the project's own check. This is said once.`;
}
/** Relative to the workspace where the file lies in it. */
export function shownPath(session, absolute) {
    const inside = relative(session.cwd, absolute);
    return inside === '' || inside.startsWith('..') || isAbsolute(inside) ? absolute : inside.replaceAll('\\', '/');
}
