/** Branches followed side by side. */
export const MAX_WORLDS = 16;
export function firstWorld(cwd, variables) {
    return {
        cwd,
        previousCwd: null,
        folders: [],
        variables: new Map(Object.entries(variables).map(([name, text]) => [name, [{ text, glob: null, known: true }]])),
        positional: [],
        functions: new Map(),
        links: [],
        texts: new Map(),
        ended: false,
    };
}
export function fork(world) {
    return { ...world, variables: new Map(world.variables), functions: new Map(world.functions), texts: new Map(world.texts) };
}
export function forkAll(worlds) {
    return worlds.map(fork);
}
/** @returns the distinct worlds, and whether some had to be left out. */
export function mergeWorlds(groups) {
    const seen = new Map();
    let ended = null;
    for (const group of groups) {
        for (const world of group) {
            if (world.ended)
                ended = world;
            else if (!seen.has(keyOf(world)))
                seen.set(keyOf(world), world);
        }
    }
    const worlds = [...seen.values()];
    // What follows an unconditional `exit` is read all the same: better judged than skipped.
    if (worlds.length === 0 && ended !== null)
        return { worlds: [{ ...ended, ended: false }], dropped: false };
    return { worlds: worlds.slice(0, MAX_WORLDS), dropped: worlds.length > MAX_WORLDS };
}
function keyOf(world) {
    const variables = [...world.variables].map(([name, fields]) => [name, ...fields.map(field => field.known ? field.glob ?? field.text : '\0')]);
    return JSON.stringify([world.cwd, world.folders.length, variables, world.positional.map(field => field.text), [...world.functions.keys()], world.links, world.texts.size]);
}
