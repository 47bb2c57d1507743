import type { SandboxSettings } from '../types.ts';
import { type HostProcess } from './node-binary.ts';
import { type PoolStats, type RunnerPool } from './pool.ts';
export interface GuardRunnerOptions {
    readonly sandbox: SandboxSettings;
    /** Longest run that is allowed, milliseconds; the processor limit of a runner is derived from it. */
    readonly timeoutMs: number;
    /** The folder that holds the built `runner/`. */
    readonly libDir: string;
    readonly host: HostProcess;
    /** Calls back when the host's process ends in an orderly way; returns what takes that back. */
    readonly onHostExit: (action: () => void) => () => void;
    /** Another entry in place of the runner's own, with what it reads besides. For tests that escape on purpose. */
    readonly probe?: {
        readonly entry: string;
        readonly readable: readonly string[];
    };
    /** Overrides the derived processor limit, seconds. */
    readonly cpuSeconds?: number;
    readonly maxRuns?: number;
    /** As `process.platform`, which is the default. Decides about the watch on memory only. */
    readonly platform?: NodeJS.Platform;
}
export interface GuardRunnerStats extends PoolStats {
    readonly kind: 'process' | 'worker';
    /** False for worker threads: a guard that fills its heap can end the host. */
    readonly memoryContained: boolean;
    /** What runs guards, and why it is not a process where it is not. */
    readonly detail: string;
}
export interface ScriptRunner extends RunnerPool {
    stats(): GuardRunnerStats;
    /** What this machine does not hold runners to, for whoever asks how guards are run. */
    notes(): readonly string[];
}
export declare function createScriptRunner(options: GuardRunnerOptions): ScriptRunner;
export declare function runnerNotes({ kind, detail }: Pick<GuardRunnerStats, 'kind' | 'detail'>, watched: boolean, platform: NodeJS.Platform): string[];
