import { splitGlob } from "../base/glob.js";
import { flavourOf, hasParentStep, resolveText } from "./paths.js";
import { lastSegment } from "../shell/field.js";
export async function resolveWrite(raw, session, identity) {
    const flavour = flavourOf(session.cwd);
    const targets = await targetsOf(raw, session, identity, flavour);
    const effects = [];
    for (const target of targets) {
        for (const absolute of await absolutesOf(raw, target, session, identity, flavour)) {
            const effect = await effectAt(raw, target, absolute, session, identity);
            if (effect !== null && !effects.some(other => other.real === effect.real && other.below === effect.below && other.self === effect.self))
                effects.push(effect);
        }
    }
    return effects;
}
async function effectAt(raw, target, absolute, session, identity) {
    // Replacing or removing an entry leaves what a symlink leads to alone.
    const real = raw.entry && target.self ? await identity.entry(session, absolute) : await identity.real(session, absolute);
    const kind = await identity.kind(session, absolute);
    if (raw.ifExists && kind === null)
        return null;
    const { self, below } = target;
    // `find root -name x -delete` touches the root only where the root is such a file itself.
    const whole = self && (raw.only === null || kind === 'file');
    return { path: target.spelled, absolute, real, via: raw.via, kind: raw.kind, exists: kind !== null, self: whole, below, entry: raw.entry, overlay: target.overlay, command: raw.command };
}
async function absolutesOf(raw, target, session, identity, flavour) {
    const { spelled } = target;
    const rooted = flavour.isAbsolute(spelled);
    if (!rooted && raw.cwd === null)
        return [];
    const cwd = raw.cwd ?? session.cwd;
    const absolutes = new Set([resolveText(flavour, cwd, spelled)]);
    if (hasParentStep(spelled))
        absolutes.add(await identity.physical(session, cwd, spelled));
    for (const link of raw.links) {
        for (const absolute of [...absolutes]) {
            if (absolute === link.name || absolute.startsWith(link.name + flavour.sep))
                absolutes.add(link.target + absolute.slice(link.name.length));
        }
    }
    return [...absolutes].filter(absolute => !/^\/dev\/(?!shm\/)/.test(absolute));
}
async function targetsOf(raw, session, identity, flavour) {
    // Unknown parts are left out: a variable that is set nowhere is empty, and the rest may be the whole path.
    if (raw.target.text === '' && raw.target.glob === null)
        return [];
    const plain = fieldTargets(raw.target, raw.deep, raw.only);
    if (raw.into.length === 0)
        return plain;
    if (raw.target.glob !== null)
        return [...plain, ...raw.into.flatMap(source => joinGlob(raw.target, source, raw.tree))];
    const folder = !raw.plain && await kindOf(raw, raw.target.text, session, identity, flavour) === 'directory';
    if (!folder && !raw.intoOnly)
        return overlayTargets(raw, raw.target.text, raw.into[0], session, identity, flavour);
    const inside = [];
    for (const source of raw.into)
        inside.push(...await insideTargets(raw, source, session, identity, flavour));
    return inside;
}
/** A field as target: exact, or the folder of a pattern and what matches below it. */
function fieldTargets(field, deep, only) {
    if (field.glob === null)
        return [{ spelled: field.text, self: true, below: deep ? only ?? '**' : null, overlay: null }];
    const { base, below } = splitGlob(field.glob);
    // What the pattern matches may itself be the file that the name test is about.
    const patterns = only !== null ? [below, `${below}/${only}`] : deep ? [below, `${below}/**`] : [below];
    return patterns.map(pattern => ({ spelled: base === '' ? '.' : base, self: false, below: pattern, overlay: null }));
}
function joinGlob(target, source, tree) {
    const { base, below } = splitGlob(target.glob ?? '');
    const name = source.glob === null ? lastSegment(source.text) : lastSegment(source.glob);
    const patterns = tree ? [`${below}/${name}`, `${below}/${name}/**`] : [`${below}/${name}`];
    return patterns.map(pattern => ({ spelled: base === '' ? '.' : base, self: false, below: pattern, overlay: null }));
}
/** What one source becomes inside the target folder. */
async function insideTargets(raw, source, session, identity, flavour) {
    const folder = raw.target.text;
    // A name that cannot be read may be any name; that is a limit, not a write to everything.
    if (!source.known)
        return [];
    if (source.glob !== null) {
        const split = splitGlob(source.glob);
        const name = lastSegment(split.below);
        const overlay = split.below.includes('/') ? null : absoluteOf(raw, split.base === '' ? '.' : split.base, session, flavour);
        return [name, ...raw.tree ? [`${name}/**`] : []].map(below => ({ spelled: folder, self: false, below, overlay }));
    }
    const name = lastSegment(source.text);
    if (name === '' || name === '.' || name === '..')
        return [{ spelled: folder, self: false, below: '**', overlay: absoluteOf(raw, source.text, session, flavour) }];
    return overlayTargets(raw, `${folder.replace(/[\\/]+$/, '')}/${name}`, source, session, identity, flavour);
}
/** The path itself; when the source is a folder, also what the source holds, laid over the path. */
async function overlayTargets(raw, spelled, source, session, identity, flavour) {
    const isTree = raw.tree && source.known && source.glob === null && await kindOf(raw, source.text, session, identity, flavour) === 'directory';
    return [{ spelled, self: true, below: isTree ? '**' : null, overlay: isTree ? absoluteOf(raw, source.text, session, flavour) : null }];
}
function absoluteOf(raw, spelled, session, flavour) {
    if (flavour.isAbsolute(spelled))
        return resolveText(flavour, session.cwd, spelled);
    return raw.cwd === null ? null : resolveText(flavour, raw.cwd, spelled);
}
async function kindOf(raw, spelled, session, identity, flavour) {
    const absolute = absoluteOf(raw, spelled, session, flavour);
    if (absolute === null)
        return null;
    // A link made by this very command is not on disk yet; what it leads to is.
    const linked = raw.links.find(link => absolute === link.name);
    return identity.kind(session, linked === undefined ? absolute : linked.target);
}
