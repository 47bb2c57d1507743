import type { PoolTime, RunnerEnd, StartRunner } from './link.ts';
import { type Runner, type RunnerEvents } from './runner.ts';
import { type ReadCpu } from './usage.ts';
export interface RunnerSetOptions {
    readonly start: StartRunner;
    readonly time: PoolTime;
    readonly readCpu: ReadCpu;
    readonly maxRunners: number;
}
export interface RunnerSetEvents extends Pick<RunnerEvents, 'frame' | 'malformed'> {
    /** There is an idle runner more. */
    available(): void;
    /** A runner that was at work, or idle, has ended by itself. */
    died(runner: Runner, end: RunnerEnd): void;
    /** None could be started, and none is left that could take over. */
    noneLeft(why: string): void;
}
export interface RunnerSetCounts {
    started: number;
    startFailures: number;
    deaths: number;
    recycled: number;
    /** Why the last runner could not be started; null when it could. */
    lastStartFailure: string | null;
}
export interface RunnerSet {
    readonly counts: Readonly<RunnerSetCounts>;
    all(): readonly Runner[];
    idle(): readonly Runner[];
    /**
     * The idle runner that was used last, preferably one that has the guard.
     * @param wanted `fresh`: only one that has run nothing yet; `lowered`: preferably of low priority, or not.
     */
    pick(hash: string, wanted: {
        readonly fresh: boolean;
        readonly lowered: boolean;
    }): Runner | null;
    /** Starts runners until so many are on their way, as far as there is room. @param beyond how far above the number there may be it may go. */
    startUpTo(coming: number, beyond?: number): void;
    /** Ends an idle runner, where a new one has no room otherwise and none is on its way. */
    makeRoom(): void;
    /** Makes sure, a little later, that an idle runner is there for the next job. */
    spareSoon(): void;
    /** Puts a runner that has done its job back; in place of a worn one a new one, in place of one too many none. */
    release(runner: Runner, state: 'good' | 'worn' | 'surplus'): void;
    /** Ends a runner. */
    stop(runner: Runner): void;
    /** Ends all; resolves when they are gone. */
    dispose(): Promise<void>;
}
export declare function createRunnerSet(options: RunnerSetOptions, events: RunnerSetEvents): RunnerSet;
