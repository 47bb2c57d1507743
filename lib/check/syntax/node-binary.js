/** Which program is Node, for checks that need one. Reads facts that are passed in; starts nothing. */
/**
 * The host may be a bundle, Electron or another engine; only a real Node takes Node's options.
 * @param configured the user's own choice, or null.
 * @returns a path, or the bare name for PATH to find.
 */
export function nodeBinary(configured, facts) {
    if (configured !== null)
        return configured;
    const foreign = facts.versions['electron'] !== undefined || facts.versions['bun'] !== undefined;
    return !foreign && /[\\/]node(?:\.exe)?$/i.test(facts.execPath) ? facts.execPath : 'node';
}
