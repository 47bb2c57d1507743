/** Freezing what the runner itself has just made. Cheaper than `harden`, which has to expect anything. */
/**
 * Freezes plain objects, lists and arrow functions, and all of these that they hold. Comes to what
 * `harden` comes to, because everything else that can be reached from such values is an intrinsic, and those
 * are frozen since the lockdown. Any depth: input may be nested deeper than a recursion could go.
 */
export function freezePlain(root) {
    const open = [root];
    for (let value = open.pop(); value !== undefined; value = open.pop()) {
        Object.freeze(value);
        if (typeof value !== 'object' || value === null)
            continue;
        for (const item of Object.values(value)) {
            if (typeof item === 'function' || (typeof item === 'object' && item !== null))
                open.push(item);
        }
    }
    return root;
}
