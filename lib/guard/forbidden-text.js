/**
 * The texts that SES refuses wherever they stand, in strings and comments too, and how each is
 * written otherwise without a change of meaning. Two things do change, and are documented: the raw text
 * of a tagged template (refused here) and the `source` of a regular expression.
 */
import { assertNever } from "../errors.js";
import { ScriptRejected } from "./script-rejected.js";
// As in SES, where a dot before it makes it harmless, three dots do not, and the rest is alike.
const FORBIDDEN = /\bimport(?=\s*(?:\(|\/[/*]))|<!--|-->/g;
const SES_REFUSES = /(?:^|[^.]|\.\.\.)\bimport\s*(?:\(|\/[/*])|<!--|-->/;
/** Every forbidden text, in order, and a search in it. */
export function findForbidden(text) {
    const all = [];
    for (const match of text.matchAll(FORBIDDEN)) {
        const start = match.index;
        if (match[0] === 'import' && text[start - 1] === '.' && text.slice(start - 3, start) !== '...')
            continue;
        all.push({ kind: match[0] === '<!--' ? 'open' : match[0] === '-->' ? 'close' : 'import', start, holder: 'code' });
    }
    // Tokens and comments come in the order of the text, so that the search never goes back.
    let next = 0;
    return {
        all,
        within(start, end) {
            const here = [];
            while (next < all.length && (all[next]?.start ?? 0) < start)
                next++;
            for (let index = next; index < all.length; index++) {
                const item = all[index];
                if (item === undefined || item.start >= end)
                    break;
                here.push(item);
            }
            return here;
        },
    };
}
/** Whether SES would still refuse the text. */
export function isRefusedBySes(text) {
    return SES_REFUSES.test(text);
}
/**
 * The change that makes one forbidden text harmless.
 * @param isRaw whether an offset lies in a tagged template.
 * @throws ScriptRejected where no writing keeps the meaning.
 */
export function harmless(item, isRaw, place) {
    const at = item.start + CHANGED[item.kind].offset;
    const replace = (text) => ({ start: at, end: at + 1, text });
    const { escape, comment } = CHANGED[item.kind];
    switch (item.holder) {
        case 'template':
            if (isRaw(item.start))
                throw new ScriptRejected(`${WORD[item.kind]} cannot stand in a tagged template, whose raw text would change: put it into a plain string`, place(item.start));
            return replace(`\\x${escape}`);
        case 'string':
        case 'regexp': return replace(`\\x${escape}`);
        case 'comment': return replace(comment);
        // An escape in a name is the same name, reserved words as names of properties included.
        case 'name': return replace(`\\u00${escape}`);
        case 'code':
            // `n-->0` is `n-- > 0`: the two tokens may stand apart.
            if (item.kind === 'close')
                return { start: at, end: at, text: ' ' };
            throw new ScriptRejected(`${WORD[item.kind]} cannot stand in a guard`, place(item.start));
        default: return assertNever(item.holder);
    }
}
const WORD = { import: 'import(', open: '<!--', close: '-->' };
/**
 * Which character is written otherwise: one that is never syntax in a regular expression, neither alone
 * nor in a character class. (The first dash of `<!--` is: `[<!--a]` has a range from `!` to `-`.)
 */
const CHANGED = {
    import: { offset: 2, escape: '70', comment: '_' },
    open: { offset: 3, escape: '2d', comment: '=' },
    close: { offset: 2, escape: '3e', comment: '=' },
};
