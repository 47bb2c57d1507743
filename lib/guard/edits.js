/** Changes to a text by offsets, and what they do to its columns. */
import MagicString from 'magic-string';
/**
 * @param edits disjoint; at one place closing ones come first, the last given first of all, then the others as given.
 * @param place line and column of an offset in `text`.
 */
export function applyEdits(text, edits, place) {
    const magic = new MagicString(text);
    const ordered = edits.map((edit, index) => ({ edit, index })).sort((a, b) => a.edit.start - b.edit.start
        || rank(a.edit) - rank(b.edit)
        || (a.edit.closes === true ? b.index - a.index : a.index - b.index)).map(({ edit }) => edit);
    for (const { start, end, text: piece } of ordered) {
        if (start === end)
            magic.appendLeft(start, piece);
        else
            magic.update(start, end, piece);
    }
    return { text: magic.toString(), columns: columnsAfter(ordered, place) };
}
/** Only the lines on which something moved. */
function columnsAfter(ordered, place) {
    const pieces = [];
    let line = 0;
    let shift = 0;
    for (const edit of ordered) {
        const at = place(edit.start);
        if (at.line !== line) {
            line = at.line;
            shift = 0;
            pieces.push([line, 1, 1]);
        }
        const replaced = edit.end - edit.start;
        if (replaced > 0)
            pieces.push([line, at.column + shift, at.column]);
        pieces.push([line, at.column + shift + edit.text.length, at.column + replaced]);
        shift += edit.text.length - replaced;
    }
    return pieces;
}
function rank(edit) {
    return edit.closes === true ? 0 : edit.start === edit.end ? 1 : 2;
}
