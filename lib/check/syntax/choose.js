/** Which checker a file is for: by its extension, else by the program that its first line names. */
import { posix } from 'node:path';
/** Bytes of a first line that are looked at. */
const MAX_FIRST_LINE = 256;
/**
 * @param path any separator; a path with `{{` in it belongs to a template and has no checker.
 * @param bytes the file's head is enough.
 */
export function chooseChecker(checkers, path, bytes) {
    if (path.includes('{{'))
        return null;
    const program = shebangProgram(bytes);
    const extension = extensionOf(path);
    const byExtension = checkers.find(checker => checker.extensions.includes(extension));
    // A Python 2 script may be called x.py; the program it names would not read it as Python 3.
    if (program !== null && OTHER_LANGUAGES.has(program))
        return null;
    if (byExtension !== undefined)
        return byExtension;
    return checkers.find(checker => program !== null && checker.shebangs.includes(unversioned(program))) ?? null;
}
const OTHER_LANGUAGES = new Set(['python2', 'python2.6', 'python2.7']);
export function extensionOf(path) {
    return posix.extname(fileNameOf(path)).toLowerCase();
}
export function fileNameOf(path) {
    return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
/** `python3.11` of `#!/usr/bin/env -S VAR=1 python3.11 -u`; null without such a line. */
export function shebangProgram(bytes) {
    const head = new TextDecoder('utf-8').decode(bytes.subarray(0, MAX_FIRST_LINE));
    if (!head.startsWith('#!'))
        return null;
    const words = (head.slice(2).split(/\r|\n/, 1)[0] ?? '').trim().split(/[ \t]+/);
    const program = fileNameOf(words[0] ?? '');
    if (program !== 'env')
        return program === '' ? null : program;
    return words.slice(1).map(fileNameOf).find(word => !word.startsWith('-') && !word.includes('=') && word !== '') ?? null;
}
function unversioned(program) {
    return program.replace(/[\d.]+$/, '');
}
