/**
 * The answer of a checker's program: JSON on its standard output. Rebuilt field by field, because
 * what was checked may have had a hand in it.
 */
import { isJsonObject } from "../../base/json.js";
import { oneLine } from "../../base/text.js";
import { MAX_KEPT } from "./checker.js";
const MAX_MESSAGE = 400;
/** @returns null for anything but an answer. */
export function parseAnswer(text) {
    let value;
    try {
        value = JSON.parse(text);
    }
    catch {
        return null;
    }
    if (!isJsonObject(value))
        return null;
    const errors = value['errors'];
    const parser = wordsOf(value['parser']);
    if (parser === null || !Array.isArray(errors))
        return null;
    const looked = errors.slice(0, MAX_KEPT);
    const diagnostics = looked.flatMap(parseDiagnostic);
    return {
        parser,
        diagnostics,
        total: errors.length - (looked.length - diagnostics.length),
        unavailable: wordsOf(value['unavailable']),
        failed: wordsOf(value['failed']),
    };
}
function parseDiagnostic(value) {
    const message = isJsonObject(value) ? wordsOf(value['message']) : null;
    return !isJsonObject(value) || message === null ? [] : [{ message, line: placeOf(value['line']), column: placeOf(value['column']) }];
}
function wordsOf(value) {
    return typeof value === 'string' && value.trim() !== '' ? oneLine(value, MAX_MESSAGE) : null;
}
/** Parsers say 0 or nothing where they know no place. */
function placeOf(value) {
    return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
}
