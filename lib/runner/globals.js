/**
 * The globals of a guard: one table. What is not named here is taken away, so that a global that a
 * newer Node or a newer SES brings stays out until someone has put it on the list.
 *
 * Taken away on purpose, among others:
 *  - eval, Function, Compartment, lockdown, harden, ModuleSource: ways to make code or compartments;
 *  - ArrayBuffer, DataView, the typed arrays, TextEncoder, TextDecoder: their memory is not under the heap limit;
 *  - Temporal, Intl, WeakRef, FinalizationRegistry, timers: clocks, or effects after a run has ended.
 */
/** Plain ECMAScript, and nothing else. All of it is frozen. */
const KEPT = new Set([
    // values
    'Infinity', 'NaN', 'undefined', 'globalThis',
    // functions
    'isFinite', 'isNaN', 'parseFloat', 'parseInt',
    'decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'unescape',
    // data
    'Object', 'Array', 'String', 'Number', 'Boolean', 'BigInt', 'Symbol', 'RegExp', 'JSON',
    'Map', 'Set', 'WeakMap', 'WeakSet',
    // control
    'Promise', 'Proxy', 'Reflect', 'Iterator', 'AsyncIterator',
    // errors
    'Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError',
    // ours: Math without random, Date with the run's time, and the counter of steps
    'Math', 'Date', '__vance_tick',
]);
/**
 * Removes from a compartment's global object everything that is not on the table.
 * @throws TypeError when something cannot be removed; the guard is then not run.
 */
export function keepPlainGlobals(globals) {
    for (const key of Reflect.ownKeys(globals)) {
        if (typeof key === 'string' && KEPT.has(key))
            continue;
        // SES marks its globals with a symbol of its own, which carries no power.
        if (typeof key === 'symbol')
            continue;
        if (!Reflect.deleteProperty(globals, key))
            throw new TypeError(`the global ${key} cannot be taken away`);
    }
}
/** Math without its only source of chance. */
export function createMath() {
    const descriptors = Object.getOwnPropertyDescriptors(Math);
    delete descriptors['random'];
    return Object.create(Object.prototype, descriptors);
}
/**
 * `Date` with a clock that stands still: `Date.now()` and `new Date()` give the moment that `now` gives.
 * @param now milliseconds since the epoch.
 */
export function createDate(now) {
    const Original = Date;
    function GuardDate(...args) {
        if (new.target === undefined)
            return new Original(now()).toString();
        return Reflect.construct(Original, args.length === 0 ? [now()] : args, new.target);
    }
    Object.defineProperties(GuardDate, {
        name: { value: 'Date' },
        length: { value: 7 },
        // The shared prototype, so that `instanceof` holds between guards and for what the runner makes.
        prototype: { value: Original.prototype, writable: false },
        now: { value: { now: () => now() }.now },
        parse: { value: Original.parse },
        UTC: { value: Original.UTC },
    });
    return GuardDate;
}
