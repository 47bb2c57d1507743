import type { Fault, RunJob } from '../types.ts';
/** The input of a run as text, made once for all attempts; or why it cannot be sent. */
export declare function inputTextOf(job: RunJob): string | Fault;
/** The run frame, after the load frame where the runner does not have the guard yet; null when one is too large. */
export declare function framesOf(job: RunJob, run: number, inputText: string, load: {
    readonly maxSteps: number;
} | null): string[] | null;
export declare const TOO_LARGE: Fault;
