/**
 * @param before the bytes before the write; null when there was no file.
 * @param diagnostics what the checker found in `after`.
 * @param check the same checker.
 */
export async function introducedBy(before, after, diagnostics, check) {
    if (before === null)
        return { kind: 'known', diagnostics };
    const outcome = await check(before);
    if (outcome.kind === 'ok')
        return { kind: 'known', diagnostics };
    if (outcome.kind !== 'errors')
        return { kind: 'unknown', outcome };
    const change = changeBetween(before, after);
    const fresh = without(diagnostics, change.after, outcome.diagnostics, change.before, change);
    return { kind: 'known', diagnostics: await withoutHidden(fresh, change, check) };
}
/** Latin-1, so that bytes survive whatever their encoding is. */
function changeBetween(before, after) {
    const old = Buffer.from(before).toString('latin1').split('\n');
    const now = Buffer.from(after).toString('latin1').split('\n');
    const most = Math.min(old.length, now.length);
    let prefix = 0;
    while (prefix < most && old[prefix] === now[prefix])
        prefix += 1;
    let suffix = 0;
    while (suffix < most - prefix && old[old.length - 1 - suffix] === now[now.length - 1 - suffix])
        suffix += 1;
    return { before: old, after: now, prefix, suffix };
}
function touches(change, diagnostic) {
    return diagnostic.line === null || (diagnostic.line > change.prefix && diagnostic.line <= change.after.length - change.suffix);
}
/** Takes as many of each kind away as there were; those on untouched lines first, those on edited lines last. */
function without(found, lines, known, knownLines, change) {
    const owed = [...known];
    const take = (matches) => {
        const at = owed.findIndex(matches);
        if (at >= 0)
            owed.splice(at, 1);
        return at >= 0;
    };
    const old = new Set();
    const ordered = [...found.filter(one => !touches(change, one)), ...found.filter(one => touches(change, one))];
    for (const one of ordered)
        if (take(before => keyOf(before, knownLines) === keyOf(one, lines)))
            old.add(one);
    for (const one of ordered)
        if (!old.has(one) && take(before => isSameSpot(before, knownLines, one, lines)))
            old.add(one);
    return found.filter(one => !old.has(one));
}
/** A file may be one long line. The character at the place and its neighbour must be as they were, counted from one end of the line. */
function isSameSpot(before, linesBefore, after, linesAfter) {
    if (before.column === null || after.column === null || wordsOf(before) !== wordsOf(after))
        return false;
    const old = lineOf(before, linesBefore);
    const now = lineOf(after, linesAfter);
    const most = Math.min(old.length, now.length);
    let prefix = 0;
    while (prefix < most && old[prefix] === now[prefix])
        prefix += 1;
    if (before.column === after.column && after.column < prefix)
        return true;
    let suffix = 0;
    while (suffix < most && old[old.length - 1 - suffix] === now[now.length - 1 - suffix])
        suffix += 1;
    return old.length - before.column === now.length - after.column && after.column - 1 > now.length - suffix;
}
/** Columns count characters, and the lines here are bytes. */
function lineOf(one, lines) {
    return one.line === null ? '' : Buffer.from(lines[one.line - 1] ?? '', 'latin1').toString('utf8');
}
/**
 * Parsers that stop early did not see what lay behind the first error. An error on an untouched line
 * is old when the text without the changed lines has it too.
 */
async function withoutHidden(fresh, change, check) {
    const added = change.after.length - change.prefix - change.suffix;
    if (added === 0 || fresh.every(one => touches(change, one)))
        return fresh;
    const rest = [...change.before.slice(0, change.prefix), ...change.before.slice(change.before.length - change.suffix)];
    const outcome = await check(Buffer.from(rest.join('\n'), 'latin1'));
    if (outcome.kind !== 'errors')
        return fresh;
    const hidden = new Set(outcome.diagnostics.map(one => keyOf(one, rest)));
    return fresh.filter(one => touches(change, one) || !hidden.has(keyOf(one, change.after)));
}
function keyOf(one, lines) {
    return `${wordsOf(one)}\u0000${one.line === null ? '' : (lines[one.line - 1] ?? '').trim()}`;
}
/** Some messages name another line, which moves with the text. */
function wordsOf(one) {
    return one.message.replace(/\b(line|column|position) \d+/g, '$1');
}
