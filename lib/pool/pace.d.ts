import type { RunJob } from '../types.ts';
/** `computing` and `waiting` (for the host: a model, a tool) hold a runner for long. */
export type Pace = 'quick' | 'computing' | 'waiting';
/** Above this a run holds its runner for long, milliseconds. A usual one takes less than one. */
export declare const QUICK_MS = 50;
/** @param cpuMs null where processor time cannot be read. */
export declare function paceOf(heldMs: number, waitedMs: number, cpuMs: number | null): Pace;
export interface PaceBook {
    expect(job: RunJob): Pace;
    /** Whether nothing speaks against it: quick here the last time, or new here and slow nowhere lately. */
    trusted(job: RunJob): boolean;
    learn(job: RunJob, pace: Pace): void;
}
export declare function createPaceBook(): PaceBook;
