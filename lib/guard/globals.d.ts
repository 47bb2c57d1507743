/** The names that a guard has, and what to use instead of those it has not. The runner's table decides; this one explains. */
/** Plain ECMAScript as it is left in a compartment. */
export declare const GUARD_GLOBALS: ReadonlySet<string>;
/** What to do without a name that guards have not; null for a name that nobody would expect. */
export declare function insteadOf(name: string): string | null;
/** What a member of `vance` is called where somebody left out what stands before it. */
export declare const API_NAMES: ReadonlyMap<string, string>;
