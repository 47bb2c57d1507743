/**
 * A field: one argument of a command after expansion, as far as it can be known without running
 * anything. Owns its three states (exact text, a pattern, partly unknown) and nothing else.
 */
/** UTF-16 units of one field, and fields of one word or array: doubling (`a=$a$a`) must stay small. */
export const MAX_FIELD_TEXT = 1_048_576;
export const MAX_FIELDS = 5_000;
export const UNKNOWN = { text: '', glob: null, known: false };
export function exact(text) {
    return { text, glob: null, known: true };
}
/** @param glob picomatch syntax. */
export function pattern(glob, text = glob) {
    return { text, glob, known: true };
}
/** The text of a field that is exact; null for patterns and unknown ones. */
export function textOf(field) {
    return field !== undefined && field.known && field.glob === null ? field.text : null;
}
/**
 * The text with unknown parts left out (an unset variable is empty, and what is around it still
 * counts) and patterns as written.
 */
export function guessOf(field) {
    return field === undefined ? null : field.text;
}
/** What is certain at the beginning of the value; the whole of an exact text. */
export function prefixOf(field) {
    if (!field.known)
        return field.prefix ?? '';
    if (field.glob === null)
        return field.text;
    const active = /^(?:[^\\*?[{@+!(]|\\[\s\S])*/.exec(field.glob)?.[0] ?? '';
    return active.replace(/\\([\s\S])/g, '$1');
}
/** Puts a known prefix or suffix around a field. */
export function around(before, field, after) {
    return {
        text: before + field.text + after,
        glob: field.glob === null ? null : escapeGlob(before) + field.glob + escapeGlob(after),
        known: field.known,
        ...field.known ? {} : { prefix: before + prefixOf(field) },
    };
}
/** Too long a text is unknown. */
export function concat(left, right) {
    if (left.text.length + right.text.length > MAX_FIELD_TEXT)
        return UNKNOWN;
    return {
        text: left.text + right.text,
        glob: left.glob === null && right.glob === null ? null : (left.glob ?? escapeGlob(left.text)) + (right.glob ?? escapeGlob(right.text)),
        known: left.known && right.known,
        ...left.known && right.known ? {} : { prefix: left.known && left.glob === null ? left.text + prefixOf(right) : prefixOf(left) },
    };
}
/** The last name of a path, as `basename` prints it. */
export function lastName(field) {
    const text = lastSegment(field.text);
    return { text, glob: field.glob === null ? null : lastSegment(field.glob), known: field.known };
}
export function lastSegment(path) {
    return path.replace(/[\\/]+$/, '').replace(/^.*[\\/]/s, '');
}
export function escapeGlob(text) {
    return text.replace(/[\\*?[\]{}()!+@|^$~]/g, '\\$&');
}
export function printed(text) {
    const lines = text.split('\n');
    if (lines.at(-1) === '')
        lines.pop();
    return { text, guess: text, lines: lines.map(exact) };
}
/** Words on one line, some of them not exact. */
export function guessed(fields) {
    return { text: null, guess: `${fields.map(field => field.text).join(' ')}\n`, lines: fields };
}
export function listed(lines) {
    return { text: null, guess: null, lines };
}
