import { isSpecification } from "./critical-rules.js";
import { compileGlob } from "../base/glob.js";
import { walkFiles } from "./tree-walk.js";
import { relativeIn } from "./workspace.js";
/** Protected files of one call that are judged; a call that touches more is refused as a whole. */
export const MAX_TARGETS = 20;
/** At most MAX_TARGETS + 1 targets, each file once. A file that does not exist is none. */
export async function criticalTargets(effects, workspace, deps) {
    const found = new Map();
    const full = () => found.size > MAX_TARGETS;
    for (const effect of effects) {
        // Rights, dates and symbolic links leave the content as it is; what is written through a link is judged then.
        if (effect.kind === 'mode' || effect.kind === 'symlink')
            continue;
        if (full())
            break;
        if (effect.self)
            await addFile(effect, [effect.real, effect.absolute], workspace, deps, found);
        if (effect.below !== null)
            await addBelow(effect, workspace, deps, found, full);
    }
    return [...found.values()];
}
/** The rule and relative path under which a path is protected; null when it is not. */
export function ruleFor(path, workspace, rules) {
    const relative = workspace.relative(path);
    if (relative === null || relative === '' || isSpecification(relative))
        return null;
    const rule = rules.find(one => one.matches(relative, workspace.ignoreCase));
    return rule === undefined ? null : { relative, rule };
}
async function addFile(effect, paths, workspace, deps, found) {
    for (const path of new Set(paths)) {
        const match = ruleFor(path, workspace, deps.rules);
        if (match === null || await deps.identity.kind(workspace.session, path) !== 'file')
            continue;
        const key = workspace.key(path);
        if (!found.has(key))
            found.set(key, { path, ...match, spelled: effect.path });
        return;
    }
}
async function addBelow(effect, workspace, deps, found, full) {
    const { session, flavour, ignoreCase } = workspace;
    if (await deps.identity.kind(session, effect.real) !== 'directory')
        return;
    const matches = compileGlob(effect.below ?? '**', ignoreCase);
    const overlay = effect.overlay === null || await deps.identity.kind(session, effect.overlay) === null ? null : effect.overlay;
    for (const folder of startFolders(effect.real, workspace, deps.rules)) {
        await walkFiles(deps.files, session, folder, async (path) => {
            const below = relativeIn(flavour, effect.real, path, ignoreCase);
            if (below === null || below === '' || !matches(below))
                return true;
            if (overlay !== null && await deps.identity.kind(session, flavour.join(overlay, ...below.split('/'))) === null)
                return true;
            await addFile(effect, [path], workspace, deps, found);
            return !full();
        });
    }
}
/** Only folders that a rule reaches are walked. */
function startFolders(real, workspace, rules) {
    const folders = new Set();
    for (const rule of rules) {
        const base = workspace.at(rule.base);
        if (relativeIn(workspace.flavour, real, base, workspace.ignoreCase) !== null)
            folders.add(base);
        else if (relativeIn(workspace.flavour, base, real, workspace.ignoreCase) !== null)
            folders.add(real);
    }
    return [...folders];
}
