/**
 * Patterns that come out of shell words: the folder they start in, and a matcher that cannot take
 * long. A pattern that cannot be compiled matches everything: it then judges more, never less.
 */
import picomatch from 'picomatch';
/** Stars in one name; more are read as one. Each star multiplies the time of a failing match. */
const MAX_STARS = 6;
const MAX_GLOB = 2_048;
/** `**` in one pattern, for the same reason. */
const MAX_DEEP = 3;
/** @param glob picomatch syntax with escaped literals. */
export function splitGlob(glob) {
    const segments = glob.split('/');
    const first = segments.findIndex(segment => isActive(segment));
    const at = first < 0 ? segments.length - 1 : first;
    const base = segments.slice(0, at).map(unescapeGlob).join('/');
    return { base: base === '' && at > 0 ? '/' : base, below: segments.slice(at).join('/') };
}
/** Matches a path with `/` relative to the pattern's folder. */
export function compileGlob(glob, ignoreCase = false) {
    if (glob.length > MAX_GLOB || glob.split('/').filter(segment => segment === '**').length > MAX_DEEP)
        return () => true;
    const bounded = glob.split('/').map(segment => (segment.match(/(?<!\\)\*/g)?.length ?? 0) > MAX_STARS && segment !== '**' ? '*' : segment).join('/');
    try {
        return picomatch(bounded, { dot: true, nonegate: true, nocase: ignoreCase });
    }
    catch {
        return () => true;
    }
}
/** Whether a pattern's segment holds a glob character that is in force. */
function isActive(segment) {
    return /(?<!\\)(?:\\\\)*[*?[{]|(?<!\\)(?:\\\\)*[@+!]\(/.test(segment);
}
export function unescapeGlob(text) {
    return text.replace(/\\([\s\S])/g, '$1');
}
