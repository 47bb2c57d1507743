/** @returns whether the service is there: a second mount of Shooty finds the name taken and does without. */
export function provideService(ctx, service) {
    try {
        ctx.provide('shooty', service);
        return true;
    }
    catch {
        return false;
    }
}
