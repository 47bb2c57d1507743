/**
 * One runner as the pool keeps it: what state it is in, what it has been told already, how much it has
 * done. Owns the link; does not decide what runs where.
 */
import type { RunnerFrame } from '../protocol.ts';
import type { RunnerEnd, StartRunner } from './link.ts';
import type { Usage } from './usage.ts';
export type RunnerState = 'starting' | 'idle' | 'busy' | 'dead';
export interface RunnerEvents {
    ready(runner: Runner): void;
    frame(runner: Runner, frame: RunnerFrame, bytes: number): void;
    malformed(runner: Runner, reason: string): void;
    /** The runner ended although nobody here ended it. */
    died(runner: Runner, end: RunnerEnd): void;
    /** The end that `kill` had asked for has come. */
    gone(runner: Runner): void;
}
export interface Runner {
    state: RunnerState;
    /** Runs that came to their end here. */
    runs: number;
    /** Milliseconds of own work so far; an upper bound of the processor time of its main thread. */
    workedMs: number;
    rssBytes: number | null;
    /** When it was last given back, on the pool's clock. */
    usedAt: number;
    /** Memory when its first run was over: what later readings are compared with. */
    firstRssBytes: number | null;
    readonly usage: Usage;
    /** Its processor priority was lowered, because it computed for long. */
    lowered: boolean;
    /** Hashes of the guards that it has been given. */
    readonly loaded: Set<string>;
    pid(): number | null;
    post(texts: readonly string[]): void;
    kill(): void;
}
export declare function startRunner(start: StartRunner, usage: Usage, events: RunnerEvents): Runner;
