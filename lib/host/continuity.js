/** Another build of this package may keep another shape, so the key carries a number. */
const KEPT = Symbol.for('dsh-shooty.kept.1');
/**
 * Takes what an earlier mount of the same row left behind, or makes it anew. A second mount that is
 * there at the same time gets a key, and so a memory, of its own.
 */
export function claimKept(ctx, create) {
    const slots = slotsOf(ctx);
    const base = rowId(ctx);
    let key = base;
    for (let number = 2; slots.get(key)?.mounted === true; number += 1)
        key = `${base}-${number}`;
    const slot = slots.get(key) ?? { kept: create(key), mounted: true };
    slot.mounted = true;
    slots.set(key, slot);
    return { key, kept: slot.kept, release() { slot.mounted = false; } };
}
function slotsOf(ctx) {
    const root = ctx.root;
    const known = root[KEPT];
    if (known !== undefined)
        return known;
    const fresh = new Map();
    Object.defineProperty(root, KEPT, { value: fresh, enumerable: false, configurable: true });
    return fresh;
}
/** Rows have ids; a plugin that is mounted by code has none. */
function rowId(ctx) {
    const fiber = ctx.fiber;
    const id = fiber?.entry?.options?.id;
    return typeof id === 'string' && id !== '' ? id : 'shooty';
}
