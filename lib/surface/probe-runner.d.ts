import type { CompiledGuard, GuardRunner } from '../types.ts';
export interface ProbeResult {
    readonly ok: boolean;
    /** One line, for the human. */
    readonly detail: string;
}
export interface ProbeOptions {
    /** Milliseconds for each of the two runs, the start of a runner included. */
    readonly timeoutMs: number;
    readonly signal: AbortSignal;
}
/**
 * Never rejects.
 * @param compile makes a script ready for the runner; may throw.
 */
export declare function probeRunner(runner: GuardRunner, compile: (text: string) => CompiledGuard, options: ProbeOptions): Promise<ProbeResult>;
