import type { Clock, DecisionRecord, Mode, PointGuard, PointInput, Position, Verdict } from '../types.ts';
import type { Judged } from './outcome.ts';
export interface PointDeps {
    readonly clock: Clock;
    /** The mode in force: configuration and the human's toggles. */
    modeOf(input: PointInput, guard: PointGuard): Mode;
    /** Reports its own failures; one that it throws nevertheless costs the record and not the verdict. */
    record(decision: DecisionRecord, position: Position | null): void;
    /** Wraps the evaluation, so that what it causes can be told from the agent's own work. */
    enter<T>(input: PointInput, body: () => Promise<T>): Promise<T>;
}
export interface PointRun {
    readonly judged: readonly Judged[];
    readonly cancelled: boolean;
}
/**
 * @param stopAfter true ends the run after this verdict; the guards behind it are not run.
 */
export declare function runGuards(deps: PointDeps, guards: readonly PointGuard[], input: PointInput, signal: AbortSignal, stopAfter: (judged: Judged) => boolean): Promise<PointRun>;
/** Nothing was asked for and nothing went wrong. */
export declare const EMPTY_VERDICT: Verdict;
