/**
 * Turns this realm into one where guards can be evaluated: SES, with every option given, because SES
 * reads the ones that are missing from the environment. Runs once, before the first guard.
 */
const OPTIONS = {
    // 'unsafe' would show this machine's paths in every stack that a guard can read.
    errorTaming: 'safe',
    // The runner has its own handlers: an unhandled rejection of a guard must not end the process.
    errorTrapping: 'none',
    unhandledRejectionTrapping: 'none',
    reporting: 'none',
    regExpTaming: 'safe',
    localeTaming: 'safe',
    domainTaming: 'safe',
    legacyRegeneratorRuntimeTaming: 'safe',
    // 'unsafe' turns harden into a no-op.
    __hardenTaming__: 'safe',
    // With 'moderate', ordinary code like `o.constructor = 1` throws.
    overrideTaming: 'severe',
    overrideDebug: [],
    // No console is ever given to a guard; the runner itself prints nothing.
    consoleTaming: 'unsafe',
    stackFiltering: 'omit-frames',
    evalTaming: 'safe-eval',
};
/** @pre SES has been loaded into this realm, and nothing has been locked down yet. */
export function lockDown() {
    const globals = globalThis;
    globals.lockdown(OPTIONS);
    const { harden, Compartment, getStackString } = globals;
    return {
        harden,
        framesOf: getStackString,
        createCompartment(name, endowments) {
            const compartment = new Compartment({ name, globals: endowments, __options__: true });
            return {
                globalThis: compartment.globalThis,
                // The text check for `eval(` finds it in strings and comments too. `eval` itself is taken away.
                evaluate: source => compartment.evaluate(source, { __rejectSomeDirectEvalExpressions__: false }),
            };
        },
    };
}
