/**
 * Turns this realm into one where guards can be evaluated: SES, with every option given, because SES
 * reads the ones that are missing from the environment. Runs once, before the first guard.
 */
/** What the rest of the runner needs of a locked-down realm. */
export interface Realm {
    /** Freezes a value and everything that can be reached from it. */
    readonly harden: <T>(value: T) => T;
    createCompartment(name: string, globals: object): Compartment;
    /** Stack frames of an error, one a line, `file:line:column` at the end of each. May run a getter of the error. */
    framesOf(error: object): string;
}
export interface Compartment {
    readonly globalThis: object;
    evaluate(source: string): unknown;
}
/** @pre SES has been loaded into this realm, and nothing has been locked down yet. */
export declare function lockDown(): Realm;
