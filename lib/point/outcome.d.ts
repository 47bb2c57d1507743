import type { GuardAction, Mode, Outcome, PointGuard, Verdict } from '../types.ts';
/** One guard's verdict with the mode that it ran in. */
export interface Judged {
    readonly guard: PointGuard;
    readonly mode: Mode;
    readonly verdict: Verdict;
}
export interface NamedOutcome {
    readonly outcome: Outcome;
    readonly wouldBe: Exclude<Outcome, 'observed'> | null;
    readonly reason: string | null;
}
/** A fault is `script_error` in every mode: an observing guard that is broken must show. */
export declare function outcomeOf(verdict: Verdict, mode: Mode, guard: string): NamedOutcome;
/** The first action of a kind. */
export declare function find<K extends GuardAction['kind']>(verdict: Verdict, kind: K): Extract<GuardAction, {
    kind: K;
}> | undefined;
/** Notices of the guards that enforce, in order. */
export declare function noticesOf(judged: readonly Judged[]): {
    guard: string;
    text: string;
}[];
