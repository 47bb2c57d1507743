/**
 * Paths as text: which flavour, absolute form, containment, the spellings that Windows folds.
 * Pure; nothing here touches a file system.
 */
import { posix, win32 } from 'node:path';
/** The path rules of the machine that holds the workspace, read off the workspace's own path. */
export function flavourOf(cwd) {
    return /^[A-Za-z]:[\\/]|^\\\\/.test(cwd) ? win32 : posix;
}
/**
 * Absolute, with `.`, `..` and doubled separators folded. `..` is folded as text: what a symlink
 * does to it is `path-identity`'s part.
 */
export function resolveText(flavour, cwd, spelled) {
    if (flavour.sep === '\\')
        return normalizeWindows(cwd, win32.resolve(cwd, fromShellDrive(spelled)));
    // posix.resolve keeps a trailing nothing; `/proc/self/cwd` names the writer's own folder, which is cwd.
    const anchored = spelled.replace(/^\/proc\/(?:self|thread-self|\d+|\$\$)\/(cwd|root)(?=\/|$)/, (_all, what) => what === 'root' ? '/' : cwd);
    return posix.resolve(cwd, anchored);
}
/** `~` and `~/x` with a home folder put in; anything else as it is. `~user` is not known. */
export function expandHome(spelled, home) {
    if (home === null || !/^~(?=[\\/]|$)/.test(spelled))
        return spelled;
    return home + spelled.slice(1);
}
/** The path relative to a folder, with `/`; null when it is not inside. `''` is the folder itself. */
export function relativeInside(flavour, folder, path) {
    const relative = flavour.relative(folder, path);
    if (relative === '..' || relative.startsWith(`..${flavour.sep}`) || flavour.isAbsolute(relative))
        return null;
    return relative.split(flavour.sep).join('/');
}
/** One form for paths that a case-folding file system takes for the same; see `path-identity`. */
export function foldPath(path, ignoreCase) {
    return ignoreCase ? path.normalize('NFC').toLowerCase() : path;
}
export function hasParentStep(spelled) {
    return /(?:^|[\\/])\.\.(?:[\\/]|$)/.test(spelled);
}
/** Git Bash and WSL spell `C:\x` as `/c/x` and `/mnt/c/x`. */
function fromShellDrive(spelled) {
    const match = /^\/(?:mnt\/|cygdrive\/)?([A-Za-z])(?=\/|$)/.exec(spelled);
    return match === null ? spelled : `${match[1]}:${spelled.slice(match[0].length) || '\\'}`;
}
/**
 * Windows opens `x.ts.`, `x.ts ` and `x.ts::$DATA` as `x.ts`, and `\\?\C:\x` as `C:\x`; a stream
 * `x.ts:name` is part of the file `x.ts`.
 */
function normalizeWindows(cwd, absolute) {
    const stripped = absolute.replace(/^\\\\[?.]\\(?:UNC\\)?/i, match => /UNC/i.test(match) ? '\\\\' : '');
    const plain = win32.resolve(cwd, stripped);
    const { root } = win32.parse(plain);
    const segments = plain.slice(root.length).split('\\').filter(segment => segment !== '');
    return root + segments.map(segment => segment.replace(/:.*$/, '').replace(/[. ]+$/, '') || segment).join('\\');
}
