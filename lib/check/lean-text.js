/** What can be said of a Lean text without Lean: whether it says anything, and whether it gives proofs up. */
/** Words that leave a proof out, or stop the check before its end. */
const GIVEN_UP = /(?<![\w.'])(sorry|admit|sorryAx|mkSorry|#exit|warn\.sorry)(?![\w'])/g;
/** The text with comments and string literals blanked; line breaks stay, so that lines keep their numbers. */
export function leanCode(text) {
    let code = '';
    let depth = 0;
    for (let at = 0; at < text.length; at++) {
        const two = text.slice(at, at + 2);
        const character = text[at];
        if (two === '/-') {
            depth++;
            at++;
        }
        else if (two === '-/' && depth > 0) {
            depth--;
            at++;
        }
        else if (depth > 0) {
            if (character === '\n')
                code += '\n';
        }
        else if (two === '--') {
            const end = text.indexOf('\n', at);
            if (end < 0)
                break;
            at = end - 1;
        }
        else if (character === '"') {
            const end = endOfString(text, at);
            code += `""${'\n'.repeat(text.slice(at, end).split('\n').length - 1)}`;
            at = end;
        }
        else {
            code += character;
        }
    }
    return code;
}
function endOfString(text, start) {
    for (let at = start + 1; at < text.length; at++) {
        if (text[at] === '\\')
            at++;
        else if (text[at] === '"')
            return at;
    }
    return text.length;
}
/** Nothing but comments, options and imports: such a text is accepted by every checker and claims nothing. */
export function saysNothing(text) {
    return leanCode(text).split('\n').every(line => /^\s*(?:$|import\s|open\s|set_option\s|namespace\s|section\b|end\b|universe\s)/.test(line));
}
export function givenUp(text) {
    const code = leanCode(text);
    return [...code.matchAll(GIVEN_UP)].map(match => ({ word: match[1], line: code.slice(0, match.index).split('\n').length }));
}
