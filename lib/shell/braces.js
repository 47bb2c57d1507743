/** Brace expansion, on the text of a word as bash does it: before everything else, quotes respected. */
/** Words that one brace expression may become. */
export const MAX_BRACED = 256;
/** @returns the words; the text itself when it holds no brace expression. */
export function expandBraces(text) {
    const open = findGroup(text, 0);
    if (open === null)
        return [text];
    const { start, end, commas } = open;
    const head = text.slice(0, start);
    const tails = expandBraces(text.slice(end + 1));
    const alternatives = commas.length === 0
        ? sequence(text.slice(start + 1, end))
        : splitAt(text, start + 1, end, commas).flatMap(expandBraces);
    const words = [];
    for (const middle of alternatives) {
        for (const tail of tails) {
            if (words.length >= MAX_BRACED)
                return words;
            words.push(head + middle + tail);
        }
    }
    return words;
}
/** The first `{…}` that has a comma or a `..` of its own. */
function findGroup(text, from) {
    for (let start = from; start < text.length; start++) {
        const skipped = skipQuoted(text, start);
        if (skipped > start) {
            start = skipped - 1;
            continue;
        }
        if (text[start] !== '{')
            continue;
        const group = closeGroup(text, start);
        if (group !== null && (group.commas.length > 0 || /^(?:-?\d+|[A-Za-z])\.\.(?:-?\d+|[A-Za-z])(?:\.\.-?\d+)?$/.test(text.slice(start + 1, group.end))))
            return group;
    }
    return null;
}
function closeGroup(text, start) {
    const commas = [];
    let depth = 0;
    for (let at = start; at < text.length; at++) {
        const skipped = skipQuoted(text, at);
        if (skipped > at) {
            at = skipped - 1;
        }
        else if (text[at] === '{') {
            depth++;
        }
        else if (text[at] === '}') {
            depth--;
            if (depth === 0)
                return { start, end: at, commas };
        }
        else if (text[at] === ',' && depth === 1) {
            commas.push(at);
        }
    }
    return null;
}
/** The position after a quoted or escaped stretch or a `${…}`/`$(…)`; `at` itself when none begins there. */
function skipQuoted(text, at) {
    const character = text[at];
    if (character === '\\')
        return at + 2;
    if (character === '\'' || character === '`') {
        const close = text.indexOf(character, at + 1);
        return close < 0 ? text.length : close + 1;
    }
    if (character === '"') {
        for (let end = at + 1; end < text.length; end++) {
            if (text[end] === '\\')
                end++;
            else if (text[end] === '"')
                return end + 1;
        }
        return text.length;
    }
    const opener = text[at + 1];
    if (character === '$' && (opener === '{' || opener === '(')) {
        const closer = opener === '{' ? '}' : ')';
        let depth = 0;
        for (let end = at + 1; end < text.length; end++) {
            if (text[end] === opener)
                depth++;
            else if (text[end] === closer && --depth === 0)
                return end + 1;
        }
        return text.length;
    }
    return at;
}
function splitAt(text, from, to, commas) {
    const bounds = [from - 1, ...commas, to];
    return bounds.slice(1).map((end, index) => text.slice(bounds[index] + 1, end));
}
function sequence(body) {
    const [first = '', last = '', by = '1'] = body.split('..');
    const numeric = /\d/.test(first);
    if (numeric !== /\d/.test(last))
        return [`{${body}}`];
    const from = numeric ? Number(first) : first.charCodeAt(0);
    const to = numeric ? Number(last) : last.charCodeAt(0);
    const step = Math.max(1, Math.abs(Number(by))) * (to < from ? -1 : 1);
    const width = /^-?0\d/.test(first) || /^-?0\d/.test(last) ? Math.max(first.length, last.length) : 0;
    const words = [];
    for (let value = from; step > 0 ? value <= to : value >= to; value += step) {
        if (words.length >= MAX_BRACED)
            break;
        words.push(numeric ? String(value).padStart(width, '0') : String.fromCharCode(value));
    }
    return words;
}
