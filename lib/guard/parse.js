/**
 * Reads a script as the body of a strict function, alone: a body that would close the function around
 * it does not parse here. Finds on the way where text stands that SES refuses, and in what.
 */
import { tokTypes } from 'acorn';
import { findForbidden } from "./forbidden-text.js";
import { ScriptRejected } from "./script-rejected.js";
import { createShallowParser } from "./shallow-parser.js";
/** Names that the compiler puts into scripts begin like this. */
export const OWN_PREFIX = '__vance_';
export const TOO_DEEP = 'it is nested too deeply to be read: make it simpler';
/**
 * @param place own position of an offset in `text`.
 * @throws ScriptRejected when the text is not the body of a function, or uses a name that is the compiler's.
 */
export function parseScript(text, place) {
    const found = findForbidden(text);
    const mark = (start, end, holder) => {
        for (const item of found.within(start, end))
            item.holder = holder;
    };
    const slashProof = [];
    const program = parseWith(text, place, {
        onToken(token) {
            const proof = slashProofOf(text, token);
            if (proof !== null)
                slashProof.push(proof);
            const holder = holderOf(token);
            if (holder === 'name' && isOwnName(token))
                throw new ScriptRejected(`names that begin with ${OWN_PREFIX} are reserved: rename it`, place(token.start));
            if (holder !== null)
                mark(token.start, token.end, holder);
        },
        onComment(isBlock, _text, start, end) {
            if (!isBlock && !text.startsWith('//', start)) {
                throw new ScriptRejected(`${text.startsWith('<!--', start) ? '<!--' : '-->'} begins an HTML comment here: use //, or put spaces between the operators`, place(start));
            }
            mark(start, end, 'comment');
        },
    });
    return { program, forbidden: found.all, slashProof };
}
function parseWith(text, place, hooks) {
    try {
        return createShallowParser(offset => new ScriptRejected(TOO_DEEP, place(offset))).parse(text, {
            ecmaVersion: 'latest',
            sourceType: 'script',
            strict: true,
            // The analysis of scopes reads them.
            ranges: true,
            allowReturnOutsideFunction: true,
            allowAwaitOutsideFunction: true,
            // So that they are found in the tree and get an error that says what a guard can do instead.
            allowImportExportEverywhere: true,
            ...hooks,
        });
    }
    catch (error) {
        if (!(error instanceof SyntaxError) || !('pos' in error) || typeof error.pos !== 'number')
            throw error;
        throw new ScriptRejected(`does not parse: ${error.message.replace(/ \(\d+:\d+\)$/, '')}`, place(error.pos));
    }
}
function holderOf(token) {
    const { type } = token;
    if (type === tokTypes.string)
        return 'string';
    if (type === tokTypes.template || type === tokTypes.invalidTemplate)
        return 'template';
    if (type === tokTypes.regexp)
        return 'regexp';
    if (type === tokTypes.name || type === tokTypes.privateId || type.keyword === 'import')
        return 'name';
    return null;
}
/** `@` begins nothing in a script, and a regular expression has no line end. */
function slashProofOf(text, { type, start, end }) {
    if (type === tokTypes.regexp)
        return { start: start + 1, end: text.lastIndexOf('/', end - 1), text: '@' };
    return text[start] === '/' && (type === tokTypes.slash || type === tokTypes.assign) ? { start: end, end, text: '\n' } : null;
}
function isOwnName(token) {
    // The value of the token, in which escapes are resolved.
    const value = token.value;
    return typeof value === 'string' && value.startsWith(OWN_PREFIX);
}
