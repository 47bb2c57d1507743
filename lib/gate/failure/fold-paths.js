/**
 * Folds file paths to `<path>`: POSIX, Windows with drive or share, relative, quoted with spaces, a
 * file name alone; a position behind the path goes with it. Left alone: URLs, media types, package
 * names, `and/or`.
 */
const PATH = '<path>';
/** Quoted text of at most this many UTF-16 units can be a path. */
const QUOTED = [/(?<!\w)"([^"\n]{1,512})"(?!\w)/g, /(?<!\w)'([^'\n]{1,512})'(?!\w)/g, /(?<!\w)`([^`\n]{1,512})`(?!\w)/g];
const POSITION = String.raw `(?::\d{1,9}(?::\d{1,9})?|\(\d{1,9}(?:,\s?\d{1,9})?\))?`;
/** Characters of an unquoted path besides the separators. */
const PLAIN = String.raw `\s"'\x60<>|*?:;,()\[\]{}`;
const PART = String.raw `[^${PLAIN}\\/]`;
const SLASH = String.raw `[\\/]`;
const UNQUOTED = [
    // \\server\share\a and \\?\C:\a, then C:\a\b and C:/a/b.
    new RegExp(String.raw `(?<![\\\w])\\\\(?:[?.]\\(?:[A-Za-z]:|UNC)\\)?${PART}[^${PLAIN}/]*${POSITION}`, 'g'),
    new RegExp(String.raw `(?<![A-Za-z0-9])[A-Za-z]:${SLASH}[^${PLAIN}]*${POSITION}`, 'g'),
    // /a/b, ~/a, ./a, ../a, with escaped spaces; not behind a word, where a slash separates, and not in an URL.
    new RegExp(String.raw `(?<![\w./:@<>-])(?:~|\.{1,2})?/{1,2}${PART}(?:[^${PLAIN}\\]|\\ )*${POSITION}`, 'g'),
    new RegExp(String.raw `(?<![\w./:@<>-])\.{1,2}\\${PART}[^${PLAIN}/]*${POSITION}`, 'g'),
];
/** a/b/c and a\b\c without a mark in front: checked part by part. */
const RELATIVE = new RegExp(String.raw `(?<![^\s"'\x60(=[<>,:])${PART}{1,255}(?:${SLASH}${PART}{1,255}){1,1024}${SLASH}?${POSITION}`, 'g');
/** A file name alone. */
const NAME = new RegExp(String.raw `(?<![\w./\\@<-])[\w@.+-]{0,127}[\w)]\.([A-Za-z][A-Za-z0-9]{0,9})\b(?![\w(/\\])${POSITION}`, 'g');
/** Behind a path with a space in it: the next word, when it has a separator too. */
const CONTINUED = new RegExp(String.raw `<path>(?: ${PART}{1,64}${SLASH}{1,2}(?:${PART}{1,255}${SLASH}{0,2}){0,32}${POSITION}){1,8}`, 'g');
const FILE_EXTENSIONS = new Set(('bat bmp c cc cfg cjs cmd conf cpp cs css csv cts cxx dart db dll dylib ejs env erl ex exe exs fs gif go gradle graphql groovy gz h hbs hpp hs htm html '
    + 'ico ini ipynb jar java jpeg jpg js json jsonc jsonl jsx kt kts lean less lock lua map md mdx mjs ml mod mts patch pdf php pl plist png prisma properties proto ps1 '
    + 'psm1 py pyc pyi rb rs rst sass scala scss sh so sol spec sql sqlite svelte svg swift tar tex tf tgz tmp toml ts tsv tsx txt vue wasm webp whl xlsx xml yaml yml zig zip zsh').split(' '));
/** Behind a slash these are extensions, too; alone they are a method, or a word. */
const MORE_EXTENSIONS = new Set(['d', 'err', 'log', 'm', 'o', 'out', 'pid', 'r', 'tar']);
export function foldPaths(text) {
    let folded = text.replace(/\bProgram Files \(x86\)/gi, 'ProgramFiles');
    for (const quoted of QUOTED)
        folded = folded.replace(quoted, (match, content) => isQuotedPath(content) ? PATH : match);
    for (const pattern of UNQUOTED)
        folded = folded.replace(pattern, keepLone);
    folded = folded.replace(RELATIVE, match => isRelativePath(match) ? PATH : match);
    folded = folded.replace(NAME, (match, extension) => FILE_EXTENSIONS.has(extension.toLowerCase()) ? PATH : match);
    // A space inside an unquoted path leaves two; `<path>` in quotes and without them is the same.
    folded = folded.replace(CONTINUED, PATH);
    return folded.replace(/["'`]<path>["'`]/g, PATH).replace(/<path>(?:[ \\/]{0,2}<path>){1,64}/g, PATH).replace(/<path>(?::\d{1,9}){1,2}/g, PATH);
}
/** A slash alone is a sign. */
function keepLone(match) {
    if (!/[^\\/.~]/.test(match))
        return match;
    return match.endsWith('.') ? `${PATH}.` : PATH;
}
function isQuotedPath(content) {
    if (content.includes('://'))
        return false;
    if (/^(?:~?\/[^/\s]|\.{1,2}[\\/]|[A-Za-z]:[\\/]|\\\\[^\\])/.test(content))
        return true;
    if (/[\\/]/.test(content))
        return isRelativePath(content);
    const extension = /^[^(){}=;]{0,255}\.([A-Za-z][A-Za-z0-9]{0,9})$/.exec(content);
    return extension?.[1] !== undefined && FILE_EXTENSIONS.has(extension[1].toLowerCase());
}
/** More than one separator, or a file's extension at the end; `text/plain` and `@scope/name` have neither. */
function isRelativePath(text) {
    const bare = text.replace(/(?::\d{1,9}){1,2}$|\(\d{1,9}(?:,\s?\d{1,9})?\)$/, '');
    if (/^\w{1,15}:/.test(bare) || /[\\/]{3}|[<>|"*?\n]/.test(bare))
        return false;
    const parts = bare.split(/[\\/]/);
    if (parts.some(part => /^\s|\s$/.test(part)))
        return false;
    const extension = /\.([A-Za-z][A-Za-z0-9]{0,9})$/.exec(bare);
    if (extension?.[1] !== undefined && (FILE_EXTENSIONS.has(extension[1].toLowerCase()) || MORE_EXTENSIONS.has(extension[1].toLowerCase())))
        return true;
    return parts.length > (bare.startsWith('@') ? 3 : 2);
}
