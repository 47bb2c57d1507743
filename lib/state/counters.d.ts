/** Plain counters of `guard_status`. In memory, for the life of the plugin. */
import type { CounterName, Counters } from '../types.ts';
export interface CounterBoard extends Counters {
    all(): Readonly<Record<CounterName, number>>;
}
export declare function createCounters(): CounterBoard;
