import type { GuardRunner } from '../types.ts';
import type { PoolTime, StartRunner } from './link.ts';
import { type ReadRss } from './memory-watch.ts';
import { type RunnerSetCounts } from './runner-set.ts';
export interface PoolOptions {
    readonly start: StartRunner;
    readonly time: PoolTime;
    readonly readRss: ReadRss;
    readonly maxRunners: number;
    /** Heap of one runner, MiB; resident memory may go some way above it. */
    readonly memoryMb: number;
    /** Steps of one run; 0 turns the limit off. */
    readonly maxSteps: number;
    /** Own work after which a runner is replaced, milliseconds. */
    readonly maxWorkMs: number;
    /** Runs after which a runner is replaced. */
    readonly maxRuns: number;
    /** What to do when no runner can be started; ends the text of that fault. */
    readonly startAdvice: string;
}
export interface PoolStats extends RunnerSetCounts {
    readonly queued: number;
    readonly runners: readonly {
        readonly pid: number | null;
        readonly state: string;
        readonly runs: number;
        readonly guards: number;
        readonly rssBytes: number | null;
    }[];
    readonly runs: number;
    readonly reruns: number;
    readonly kills: Readonly<Record<'timeout' | 'memory' | 'cancelled' | 'protocol', number>>;
}
export interface RunnerPool extends GuardRunner {
    /** Starts a first runner ahead of time. */
    warm(): void;
    stats(): PoolStats;
    /** Ends every runner; jobs end as cancelled. Resolves when the runners are gone. Twice is a no-op. */
    dispose(): Promise<void>;
}
export declare function createRunnerPool(options: PoolOptions): RunnerPool;
