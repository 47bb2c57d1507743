/**
 * What one tool call writes, as far as it can be read from the call. Owns the way from a call to
 * effects for file tools, shell tools and raw text; judges nothing. Never rejects.
 */
import { LRUCache } from 'lru-cache';
import { describeThrown } from "../errors.js";
import { resolveWrite } from "./effect-paths.js";
import { createPathIdentity } from "./path-identity.js";
import { expandHome, flavourOf, resolveText } from "./paths.js";
import { exact } from "../shell/field.js";
import { readInlineProgram } from "../shell/inline-program.js";
import { readShell } from "../shell/read-shell.js";
import { fileToolPaths, isWritingTool, shellCallOf } from "./tool-writes.js";
import { openWorkspace } from "./workspace.js";
/** Effects of one call, and words of a call that could not be read. */
const MAX_EFFECTS = 2_000;
const MAX_UNREAD_WORDS = 100_000;
const MAX_SCRIPT_BYTES = 65_536;
const MAX_PARENTS = 64;
const MAX_REMEMBERED = 16;
/** Two gates ask about the same call one after the other; the second is answered from memory. */
export function createEffectReader(deps) {
    const identity = createPathIdentity(deps.files);
    const recent = new LRUCache({ max: MAX_REMEMBERED });
    const read = (command, session) => {
        const known = recent.get(command);
        if (known !== undefined)
            return known;
        const reading = readOnce(command, session, deps, identity);
        recent.set(command, reading);
        return reading;
    };
    const readCall = async (command, session) => callReading(await read(command, session), await openWorkspace(session, identity));
    return {
        identity,
        effectsOf: async (command, session) => (await read(command, session)).effects,
        readCall,
        readText: (text, session) => readCall({ name: 'bash', args: { command: text }, callId: '' }, session),
    };
}
/** @returns the part of a reading that guards and rules look at. */
function callReading({ commands, effects, gaps }, workspace) {
    return { commands, gaps, writes: effects.effects.flatMap(effect => writeOf(effect, workspace) ?? []) };
}
/** A link's old name is not changed by it; words that only stand in an unread call are no writes. */
function writeOf(effect, workspace) {
    if (effect.via === 'unread' || effect.kind === 'hard-link' || effect.kind === 'symlink')
        return null;
    const kind = effect.kind === 'move-from' ? 'move' : effect.kind;
    const { self, below } = effect;
    return {
        path: effect.real, inside: workspace.relative(effect.real) !== null, kind, via: effect.via,
        tree: below !== null, only: self || below === '**' ? null : below, command: effect.command,
    };
}
async function readOnce(command, session, deps, identity) {
    try {
        return await read(command, session, deps, identity);
    }
    catch (error) {
        return plain(unread(JSON.stringify(command.args), `it could not be read (${describeThrown(error)})`, session, deps));
    }
}
function plain(effects) {
    return { commands: [], effects, gaps: effects.unreadable === null ? [] : [effects.unreadable] };
}
async function read(command, session, deps, identity) {
    const shell = shellCallOf(command);
    if (shell === null)
        return plain(await fileTool(command, session, deps, identity));
    if (shell.kind === 'raw')
        return plain(unread(shell.text, 'its arguments are not valid JSON', session, deps));
    const flavour = flavourOf(session.cwd);
    const cwd = shell.folder === null ? session.cwd : resolveText(flavour, session.cwd, expandHome(shell.folder, deps.home));
    if (shell.kind === 'powershell') {
        const program = readInlineProgram('powershell', shell.text, []);
        return plain(await resolveAll(program.paths.map(path => ({ ...plainWrite(expandHome(path, deps.home), 'interpreter', cwd, program.deep.has(path)), kind: program.deleted.has(path) ? 'delete' : 'write' })), session, identity));
    }
    const reading = await readShell(shell.command, {
        cwd,
        variables: { ...deps.home === null ? {} : { HOME: deps.home }, ...deps.variables },
        resolve: (from, spelled) => resolveText(flavour, from, spelled),
        isAbsolute: path => flavour.isAbsolute(path),
        answer: question => answer(question, session, deps, identity),
    });
    const found = await resolveAll(reading.writes, session, identity);
    const { commands, gaps } = reading;
    if (gaps.length === 0)
        return { ...plain(found), commands };
    const words = typeof shell.command === 'string' ? shell.command : shell.command.join(' ');
    const rest = unread(words, gaps.join('; '), { ...session, cwd }, deps);
    return { commands, gaps, effects: { effects: [...found.effects, ...rest.effects], unreadable: rest.unreadable } };
}
function fileTool(command, session, deps, identity) {
    if (!deps.protectedTools.includes(command.name) && !isWritingTool(command.name))
        return { effects: [], unreadable: null };
    const paths = fileToolPaths(command);
    if (typeof command.args === 'string' && paths.length === 0)
        return unread(command.args, 'its arguments are not valid JSON', session, deps);
    // The host's own file tools take `~` as a folder name, others as the home folder.
    const spellings = paths.flatMap(path => [...new Set([path, expandHome(path, deps.home)])]);
    return resolveAll(spellings.map(path => plainWrite(path, 'file-tool', session.cwd, false)), session, identity);
}
function plainWrite(path, via, cwd, deep) {
    return { target: exact(path), command: null, via, kind: 'write', cwd, links: [], deep, only: null, into: [], intoOnly: false, plain: false, tree: false, entry: false, ifExists: false };
}
async function resolveAll(writes, session, identity) {
    const effects = [];
    for (const write of writes) {
        effects.push(...await resolveWrite(write, session, identity));
        if (effects.length >= MAX_EFFECTS)
            return { effects, unreadable: 'it writes more files than can be followed' };
    }
    return { effects, unreadable: null };
}
/** Every word of the text as a path, without asking the file system: it may be a very long text. */
function unread(text, reason, session, deps) {
    const flavour = flavourOf(session.cwd);
    const words = new Set(text.split(/[\s;|&<>()"'`=,{}[\]]+/).slice(0, MAX_UNREAD_WORDS));
    const home = deps.home;
    const effects = [...words].filter(word => word !== '' && word.length <= 4_096).map((word) => {
        const plain = home === null ? word : expandHome(word.replace(/^\$\{?HOME\}?/, () => home), home);
        const absolute = resolveText(flavour, session.cwd, plain);
        return { path: word, absolute, real: absolute, via: 'unread', kind: 'write', exists: true, self: true, below: null, entry: false, overlay: null, command: null };
    });
    return { effects, unreadable: reason };
}
async function answer(question, session, deps, identity) {
    const space = question.indexOf(' ');
    const path = question.slice(space + 1);
    switch (question.slice(0, space)) {
        case 'folder': return await identity.kind(session, path) === 'directory';
        case 'text': {
            const found = await deps.files.read(session, path, MAX_SCRIPT_BYTES);
            return found === null || found.truncated ? null : new TextDecoder().decode(found.bytes);
        }
        default: return repositoryRoot(path, session, identity);
    }
}
async function repositoryRoot(from, session, identity) {
    const flavour = flavourOf(session.cwd);
    let folder = from;
    for (let step = 0; step < MAX_PARENTS; step++) {
        if (await identity.kind(session, flavour.join(folder, '.git')) !== null)
            return folder;
        const parent = flavour.dirname(folder);
        if (parent === folder)
            return null;
        folder = parent;
    }
    return null;
}
