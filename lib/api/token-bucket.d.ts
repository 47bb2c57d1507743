import type { Clock } from '../types.ts';
export interface RateLimit {
    /** Takes one; false when there is none. */
    take(key: string): boolean;
}
/**
 * @param burst how many at once.
 * @param refillMs after which time one more is there.
 * @param maxKeys keys remembered; one that was forgotten starts full.
 */
export declare function createRateLimit(clock: Clock, burst: number, refillMs: number, maxKeys?: number): RateLimit;
