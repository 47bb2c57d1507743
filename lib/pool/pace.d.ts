import type { RunJob } from '../types.ts';
/** `computing` and `waiting` (for the host: a model, a tool) hold a runner for long. */
export type Pace = 'quick' | 'computing' | 'waiting';
/** How long a run has had its runner, and how much of that it waited for the host; milliseconds. */
export interface RunTimes {
    readonly heldMs: number;
    readonly waitedMs: number;
    /** Processor time; null where it cannot be read. */
    readonly cpuMs: number | null;
    readonly over: boolean;
}
export declare function paceOf({ heldMs, waitedMs, cpuMs, over }: RunTimes): Pace;
export interface PaceBook {
    expect(job: RunJob): Pace;
    /** Whether nothing speaks against it: quick here the last time, or new here and slow nowhere lately. */
    trusted(job: RunJob): boolean;
    learn(job: RunJob, pace: Pace): void;
}
export declare function createPaceBook(): PaceBook;
