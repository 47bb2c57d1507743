/**
 * Turns a script's path into a real one inside the session's workspace. Owns containment: what this
 * module returns has no link left in it that leads out of the workspace.
 */
import nodePath from 'node:path';
import { GuardError } from "../errors.js";
import { badArgument } from "./arguments.js";
const MAX_PATH = 4_096;
/**
 * @param path relative to the workspace; `/` and, on Windows, `\` between the names.
 * @throws GuardError BAD_ARGUMENT, OUTSIDE_WORKSPACE, UNAVAILABLE when there is no workspace.
 */
export async function resolveDocument(files, session, method, path, paths = nodePath) {
    const wanted = lexical(method, path, session.cwd, paths);
    const root = await files.realpath(session, session.cwd);
    if (root === null)
        throw new GuardError('UNAVAILABLE', `${method}: the workspace folder of this session does not exist`);
    if (wanted === '')
        return { given: path, real: root, entry: root, exists: true, folder: root };
    const folder = await existing(files, session, root, paths.dirname(wanted), paths);
    if (!contains(root, folder.real, paths))
        throw outside(method, path);
    const entry = paths.join(folder.real, folder.missing, paths.basename(wanted));
    const real = folder.missing === '' ? await files.realpath(session, entry) : null;
    if (real !== null && !contains(root, real, paths))
        throw outside(method, path);
    return { given: path, real: real ?? entry, entry, exists: real !== null, folder: folder.real };
}
/**
 * A link to nothing has no real path, and writing through it makes a file wherever it points. It shows
 * as a name that is taken although nothing is there.
 * @throws GuardError OUTSIDE_WORKSPACE.
 */
export async function refuseDanglingLink(files, session, method, path, paths = nodePath) {
    if (path.exists || (await files.stat(session, path.folder))?.kind !== 'directory')
        return;
    const first = paths.relative(path.folder, path.entry).split(paths.sep)[0];
    const entries = await files.list(session, path.folder);
    if (entries.some(entry => entry.name === first))
        throw outside(method, path.given);
}
function outside(method, path) {
    return new GuardError('OUTSIDE_WORKSPACE', `${method}: ${JSON.stringify(path)} is or passes a link that leads out of the workspace or nowhere; only files inside it can be reached`);
}
/** @returns the path relative to the workspace, without `.` and `..`; empty for the workspace itself. */
function lexical(method, path, cwd, paths) {
    if (path === '')
        throw badArgument(method, 'path', 'the path of a file in the workspace, but it is empty');
    if (path.length > MAX_PATH)
        throw new GuardError('TOO_LARGE', `${method}: path has ${path.length} characters, at most ${MAX_PATH} are allowed`);
    if (path.includes('\0'))
        throw badArgument(method, 'path', 'a path without NUL characters');
    // Both flavours: a guard means the same on every machine. A drive alone (`C:x`) is relative to somewhere else.
    if (nodePath.posix.isAbsolute(path) || nodePath.win32.isAbsolute(path) || (paths.sep === '\\' && paths.parse(path).root !== '')) {
        throw new GuardError('OUTSIDE_WORKSPACE', `${method}: ${JSON.stringify(path)} is absolute; write it relative to the workspace`);
    }
    const relative = paths.relative(cwd, paths.join(cwd, path));
    if (relative === '..' || relative.startsWith(`..${paths.sep}`) || paths.isAbsolute(relative)) {
        throw new GuardError('OUTSIDE_WORKSPACE', `${method}: ${JSON.stringify(path)} lies outside the workspace; only files inside it can be reached`);
    }
    return relative;
}
/** The deepest folder on the way that exists, resolved, and what is missing below it. */
async function existing(files, session, root, folder, paths) {
    let missing = '';
    let at = folder;
    while (at !== '.' && at !== paths.dirname(at)) {
        const real = await files.realpath(session, paths.join(root, at));
        if (real !== null)
            return { real, missing };
        missing = paths.join(paths.basename(at), missing);
        at = paths.dirname(at);
    }
    return { real: root, missing };
}
/** Whether `path` is `root` or lies below it; both real. */
function contains(root, path, paths) {
    const relative = paths.relative(root, path);
    return relative === '' || (relative !== '..' && !relative.startsWith(`..${paths.sep}`) && !paths.isAbsolute(relative));
}
