import type { ConfigIssue } from './issue.ts';
import { type ShootyConfig } from './shape.ts';
import type { GuardSettings, Settings } from '../types.ts';
type Validated = {
    readonly value: ShootyConfig;
} | {
    readonly issues: readonly ConfigIssue[];
};
/**
 * What the loader asks for: the standard-schema interface, and the schema for whoever draws a form.
 * A valid configuration comes back with its defaults filled in.
 */
export declare const Config: {
    readonly '~standard': {
        readonly version: 1;
        readonly vendor: "shooty";
        readonly validate: typeof validateConfig;
    };
    /** The schemastery schema as data. */
    readonly toJSON: () => unknown;
};
declare function validateConfig(config: unknown): Validated;
/**
 * @param config the row's `config`, with or without defaults; null or undefined means all defaults.
 * @throws GuardError CONFIG_INVALID with one line per problem.
 */
export declare function resolveConfig(config: unknown): Settings;
/**
 * One guard that does not come from the row, e.g. of another plugin.
 * @param taken names in use; gates' names are taken anyway.
 * @throws GuardError CONFIG_INVALID with one line per problem.
 */
export declare function resolveGuardEntry(entry: unknown, taken: Iterable<string>): GuardSettings;
/** Settings that are allowed and do nothing, for the notes of `guard_status`. */
export declare function configNotes(settings: Settings): string[];
export {};
