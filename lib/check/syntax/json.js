/** JSON, in this process: the scanner is linear and needs no program. Comments are fine where tools read them. */
import { outcomeOf } from "./checker.js";
import { fileNameOf } from "./choose.js";
import { allowsComments } from "./json-names.js";
import { scanJson } from "./json-scan.js";
import { decodeText, placeAt } from "./source-text.js";
export function createJsonChecker() {
    return {
        id: 'json',
        language: 'JSON',
        extensions: ['.json', '.jsonc', '.geojson', '.webmanifest', '.code-workspace', '.importmap'],
        shebangs: [],
        describe: () => 'built-in JSON parser',
        check(source) {
            const text = decodeText(source.bytes);
            return Promise.resolve(text === null ? { kind: 'ok' } : checkJson(source.path, text));
        },
    };
}
function checkJson(path, text) {
    const lenient = scanJson(text, true);
    if (lenient !== null && isTemplate(text, lenient.offset))
        return { kind: 'ok' };
    if (allowsComments(fileNameOf(path), path))
        return lenient === null || text.trim() === '' ? { kind: 'ok' } : errorAt(text, lenient);
    if (lenient !== null)
        return errorAt(text, lenient);
    const strict = scanJson(text, false);
    if (strict === null)
        return { kind: 'ok' };
    // The place is in the words and not in the fields: a file that had comments before has them still, wherever they moved.
    const { line, column } = placeAt(text, strict.offset);
    return outcomeOf([{ message: `${strict.message} (line ${line}, column ${column}) is allowed only in JSON with comments`, line: null, column: null }]);
}
function errorAt(text, problem) {
    return outcomeOf([{ message: problem.message, ...placeAt(text, problem.offset) }]);
}
/** A template's placeholder where the scanner stopped, or one unit before: `{` alone may begin an object. */
function isTemplate(text, offset) {
    const near = text.slice(Math.max(0, offset - 1), offset + 8);
    return /^.?(?:\{\{[-~]?[ \t]*[\w.#/>!&]|\{%|<%|\$\{)/.test(near);
}
