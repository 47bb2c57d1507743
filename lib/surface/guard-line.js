/** The first word and what follows it, without the space between; both '' at the end. */
export function firstWord(text) {
    const [, word = '', rest = ''] = /^\s*(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
    return { word, rest: rest.trimEnd() };
}
/** Like `firstWord`, but a word in double quotes may hold spaces and is read as JSON. */
export function firstKey(text) {
    const quoted = /^\s*("(?:[^"\\]|\\.)*")(?:\s+([\s\S]*))?$/.exec(text);
    const word = quoted?.[1] === undefined ? undefined : parseJson(quoted[1]);
    return typeof word === 'string' ? { word, rest: (quoted?.[2] ?? '').trimEnd() } : firstWord(text);
}
/** A whole argument that people may have put in quotes, e.g. a path with spaces. */
export function unquoted(text) {
    const trimmed = text.trim();
    const quoted = /^"([^"]*)"$/.exec(trimmed) ?? /^'([^']*)'$/.exec(trimmed);
    return quoted?.[1] ?? trimmed;
}
/** JSON where it is JSON, else the text as it stands. */
export function parseValue(text) {
    const value = parseJson(text);
    return value === undefined ? text : value;
}
function parseJson(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
