/**
 * The globals of a guard: one table. What is not named here is taken away, so that a global that a
 * newer Node or a newer SES brings stays out until someone has put it on the list.
 *
 * Taken away on purpose, among others:
 *  - eval, Function, Compartment, lockdown, harden, ModuleSource: ways to make code or compartments;
 *  - ArrayBuffer, DataView, the typed arrays, TextEncoder, TextDecoder: their memory is not under the heap limit;
 *  - Temporal, Intl, WeakRef, FinalizationRegistry, timers: clocks, or effects after a run has ended.
 */
/**
 * Removes from a compartment's global object everything that is not on the table.
 * @throws TypeError when something cannot be removed; the guard is then not run.
 */
export declare function keepPlainGlobals(globals: object): void;
/** Math without its only source of chance. */
export declare function createMath(): object;
/**
 * `Date` with a clock that stands still: `Date.now()` and `new Date()` give the moment that `now` gives.
 * @param now milliseconds since the epoch.
 */
export declare function createDate(now: () => number): object;
