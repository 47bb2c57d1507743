/**
 * What a script reference means, by its text alone. A bare name or a relative path is looked up in
 * the guard folders and never in the workspace; `./x.js` and `project:x.js` mean the workspace and
 * nothing else; an absolute path means itself. So no file of a workspace can take the place of a
 * user's or a bundled guard. Nothing is guessed: not an extension, not a home folder.
 */
import nodePath from 'node:path';
const LANGUAGES = { '.js': 'js', '.mjs': 'js', '.ts': 'ts' };
const PROJECT = 'project:';
/** @returns the meaning, or why there is none, as a sentence about the reference. */
export function parseReference(script, rules = nodePath) {
    if (/[\u0000-\u001f\u007f]/.test(script))
        return refused('holds a control character');
    if (/^~[^/\\]*[/\\]/.test(script))
        return refused('begins with ~, which is not expanded: write an absolute path');
    const language = LANGUAGES[rules.extname(script).toLowerCase()];
    if (language === undefined)
        return refused(extensionReason(script, rules));
    const reference = referenceOf(script, rules);
    return typeof reference === 'string' ? refused(reference) : { ok: true, reference, language };
}
function refused(reason) {
    return { ok: false, reason };
}
function extensionReason(script, rules) {
    const extension = rules.extname(script);
    const known = Object.keys(LANGUAGES).join(', ');
    if (extension === '')
        return `has no extension: write ${rules.basename(script)}.js (one of ${known}; none is guessed)`;
    return `ends in ${extension}: a guard script ends in one of ${known}`;
}
function referenceOf(script, rules) {
    if (script.startsWith(PROJECT)) {
        const inside = relativePath(script.slice(PROJECT.length), rules);
        return inside === null ? `leads out of the workspace: after ${PROJECT} comes a path inside it` : { kind: 'workspace', path: inside };
    }
    if (/^\.[/\\]/.test(script) && (script[1] === '/' || rules.sep === '\\')) {
        const inside = relativePath(script, rules);
        return inside === null ? 'leads out of the workspace: for a file elsewhere write its absolute path' : { kind: 'workspace', path: inside };
    }
    if (rules.isAbsolute(script))
        return { kind: 'absolute', path: rules.normalize(script) };
    const inside = relativePath(script, rules);
    return inside === null ? 'leads out of the guard folders: for a file elsewhere write its absolute path' : { kind: 'lookup', path: inside };
}
/** Normalised; null when it is not below where it starts. */
function relativePath(path, rules) {
    const normal = rules.normalize(path);
    // `C:x.js` is relative to that drive's current folder.
    if (rules.isAbsolute(normal) || rules.parse(normal).root !== '')
        return null;
    return normal === '..' || normal.startsWith(`..${rules.sep}`) ? null : normal;
}
/**
 * The absolute paths that a reference can stand for, the first that exists is meant.
 * @param cwd the session's workspace; null for none, which leaves a workspace reference without a path.
 */
export function candidatesOf(reference, folders, cwd) {
    switch (reference.kind) {
        case 'absolute': return [reference.path];
        case 'workspace': return cwd === null ? [] : [nodePath.join(cwd, reference.path)];
        case 'lookup': return [...folders.extra, folders.user, folders.bundled].map(folder => nodePath.join(folder, reference.path));
    }
}
