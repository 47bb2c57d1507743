/**
 * One run of one guard, from its first instruction until nothing of it is left to run. The API is dead
 * before the rest of the microtasks is let run out, so that work a guard left behind has no effect.
 */
import { type HostFrame } from '../protocol.ts';
import type { LoadedGuard } from './guards.ts';
import type { HostErrors } from './host-error.ts';
import type { Realm } from './lockdown.ts';
import type { RunnerPort } from './port.ts';
import type { Steps } from './steps.ts';
export interface RunParts {
    readonly realm: Realm;
    readonly port: RunnerPort;
    readonly steps: Steps;
    readonly errors: HostErrors;
    /** Ends this process; for when the host is gone or talks nonsense. */
    readonly gone: () => never;
    /** Processor time that this runner has used, milliseconds; null where it cannot be told from its host's. */
    readonly cpuMs: () => number | null;
    /** Resolves when every microtask has run. */
    readonly drained: () => Promise<void>;
}
export declare function runGuard(frame: Extract<HostFrame, {
    t: 'run';
}>, guard: LoadedGuard | undefined, parts: RunParts): Promise<void>;
