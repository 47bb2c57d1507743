/**
 * The guards that this runner knows: each compiled once, in a frozen compartment of its own, so that no
 * two can see each other and none can leave anything for its own next run.
 */
import type { HostFrame } from '../protocol.ts';
import type { Realm } from './lockdown.ts';
export type LoadFrame = Extract<HostFrame, {
    t: 'load';
}>;
export type LoadedGuard = {
    readonly state: 'ready';
    readonly evaluate: (vance: object) => unknown;
    readonly isAsync: boolean;
    readonly maxSteps: number;
    /** How frames of this guard's own text are marked in a stack. */
    readonly sourceName: string;
} | {
    readonly state: 'broken';
    readonly error: unknown;
    readonly sourceName: string;
};
export interface GuardLoader {
    load(frame: LoadFrame): LoadedGuard;
}
/**
 * @param now the moment that guards get from `Date`.
 * @param extra further globals, for a test that needs a way out of the compartment.
 */
export declare function createGuardLoader(realm: Realm, tick: () => void, now: () => number, extra: object): GuardLoader;
