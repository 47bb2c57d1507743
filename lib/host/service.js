export function provideService(ctx, service) {
    // The host refuses a preset that publishes a service to everybody.
    if (isScoped(ctx) && sharesRootRealm(ctx))
        return 'scope';
    try {
        ctx.provide('shooty', service);
        return 'provided';
    }
    catch {
        return 'taken';
    }
}
/** The host marks the context of an agent or a preset with its key, under a symbol that only it has; its description is all there is to go by. */
function isScoped(ctx) {
    for (let layer = ctx; typeof layer === 'object' && layer !== null; layer = Object.getPrototypeOf(layer)) {
        if (Object.getOwnPropertySymbols(layer).some(symbol => symbol.description === 'dsh.scope'))
            return true;
    }
    return false;
}
/** A row may isolate the name; what is provided there stays there. */
function sharesRootRealm(ctx) {
    const realmOf = (one) => one[ISOLATE]?.shooty;
    return realmOf(ctx) === realmOf(ctx.root);
}
const ISOLATE = Symbol.for('cordis.isolate');
