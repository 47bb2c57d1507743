/**
 * One attempt at a run, seen from the host: takes the runner's frames, collects what the guard asked
 * for, and has the host answer its calls. Trusts nothing: a frame that a runner of ours would not send
 * at that moment ends the attempt.
 */
import { GuardError } from '../errors.ts';
import { type RunnerFrame } from '../protocol.ts';
import type { Fault, GuardAction, LogLine, RunJob } from '../types.ts';
export interface AttemptEvents {
    reply(text: string): void;
    /** @param cpuMs what the runner says that the run used. */
    done(fault: Fault | null, logsDropped: number, cpuMs: number | null): void;
    /** The runner sent what it must not send. */
    violated(reason: string): void;
    now(): number;
}
export interface Attempt {
    readonly run: number;
    readonly actions: readonly GuardAction[];
    readonly logs: readonly LogLine[];
    take(frame: RunnerFrame, bytes: number): void;
    /** The guard waits for the host at this moment. */
    waiting(): boolean;
    /** Nothing was done yet that must not be done twice. */
    repeatable(): boolean;
    /** And nothing that would be dear to do again. */
    movable(): boolean;
    /** Milliseconds spent waiting for the host; the rest may be the runner's own work. */
    waitedMs(): number;
    /** Aborts what the host still does for this attempt, and takes no more frames. */
    close(reason: () => GuardError): void;
}
export declare function createAttempt(run: number, job: RunJob, events: AttemptEvents): Attempt;
