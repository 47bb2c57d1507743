import { flavourOf, foldPath, relativeInside } from "./paths.js";
export async function openWorkspace(session, identity) {
    const flavour = flavourOf(session.cwd);
    const root = await identity.real(session, session.cwd);
    const ignoreCase = await identity.ignoresCase(session, root);
    const roots = [...new Set([session.cwd, root])];
    return {
        session,
        flavour,
        root,
        ignoreCase,
        relative(path) {
            for (const folder of roots) {
                const inside = relativeIn(flavour, folder, path, ignoreCase);
                if (inside !== null)
                    return inside;
            }
            return null;
        },
        key: real => foldPath(real, ignoreCase),
        at: relative => flavour.join(root, ...relative.split('/')),
    };
}
/** `relativeInside` that takes folders whose spelling differs in case only for the same. */
export function relativeIn(flavour, folder, path, ignoreCase) {
    const inside = relativeInside(flavour, folder, path);
    if (inside !== null || !ignoreCase || foldPath(path.slice(0, folder.length), true) !== foldPath(folder, true))
        return inside;
    return relativeInside(flavour, folder, folder + path.slice(folder.length));
}
