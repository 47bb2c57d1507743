import type { GuardRunner } from '../types.ts';
import { type PoolOptions, type PoolStats } from './pool-state.ts';
export type { PoolOptions, PoolStats };
export interface RunnerPool extends GuardRunner {
    /** Starts a first runner ahead of time. */
    warm(): void;
    stats(): PoolStats;
    /** Ends every runner; jobs end as cancelled. Resolves when the runners are gone. Twice is a no-op. */
    dispose(): Promise<void>;
}
export declare function createRunnerPool(options: PoolOptions): RunnerPool;
