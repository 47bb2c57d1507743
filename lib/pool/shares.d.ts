/**
 * How runners are shared out, so that runs which hold theirs for long do not keep the others from being
 * judged: some runners are never theirs, and when all are held for long nevertheless, one gives way.
 */
import type { Pace } from './pace.ts';
/** What there is to share. */
export interface Machine {
    readonly maxRunners: number;
    readonly processors: number;
}
/** A run on a runner. */
export interface Holder {
    readonly expected: Pace;
    /** What it has been so far. */
    readonly pace: Pace;
    /** It waits for the host at this moment. */
    readonly waiting: boolean;
    /** It can be taken off its runner and run again later, and has not been yet. */
    readonly movable: boolean;
}
export declare function isLong({ expected, pace }: Holder): boolean;
/** Runners that there are for quick runs, whatever the others hold; so many may be started beyond the number for that. */
export declare function quickShareOf(maxRunners: number): number;
/** Whether a run may have a runner as things stand. Quick ones always may. */
export declare function mayHave(pace: Pace, holders: readonly Holder[], machine: Machine): boolean;
/** While quick runs wait: who gives way, because it computes without having been expected to and there are too many such. */
export declare function whoGivesWay<H extends Holder>(holders: readonly H[], machine: Machine): readonly H[];
/** What decides whose turn it is. */
export interface Waiting {
    readonly pace: Pace;
    /** Nothing speaks against its being quick. */
    readonly trusted: boolean;
    /** How much its session has had: the less, the sooner. */
    readonly rank: number;
    readonly startedAt: number;
    readonly job: {
        readonly timeoutMs: number;
    };
}
/** It has waited for so long that nothing that speaks against it counts any more. */
export declare function isLate({ startedAt, job }: Pick<Waiting, 'startedAt' | 'job'>, now: number): boolean;
/**
 * The one whose turn it is, of those that may have a runner: the one whose session had least; among equals
 * the one that came first. Null when there is none.
 */
export declare function nextOf<W extends Waiting>(queue: readonly W[], now: number, may: (pace: Pace) => boolean): W | null;
