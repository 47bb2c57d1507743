import { createDate, createMath, keepPlainGlobals } from "./globals.js";
/**
 * @param now the moment that guards get from `Date`.
 * @param extra further globals, for a test that needs a way out of the compartment.
 */
export function createGuardLoader(realm, tick, now, extra) {
    // One of each for all guards: they are frozen and keep nothing.
    const shared = realm.harden({ Math: createMath(), Date: createDate(now), __vance_tick: tick });
    return {
        load(frame) {
            const sourceName = `guard-${frame.name.replace(/[^\w.-]/g, '_')}.js`;
            try {
                const compartment = realm.createCompartment(frame.name, {});
                keepPlainGlobals(compartment.globalThis);
                Object.assign(compartment.globalThis, shared, extra);
                realm.harden(compartment.globalThis);
                // Last, so that it wins over a mark that the guard's text brings along.
                const evaluate = compartment.evaluate(`${frame.code}\n//# sourceURL=${sourceName}`);
                return { state: 'ready', evaluate, isAsync: frame.isAsync, maxSteps: frame.maxSteps, sourceName };
            }
            catch (error) {
                return { state: 'broken', error, sourceName };
            }
        },
    };
}
