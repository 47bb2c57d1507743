import type { PointInput } from '../../types.ts';
/** What is known of the host's repeat-tool-reminder. */
export interface HostReminder {
    /** Lengths of a run at which it speaks. */
    readonly thresholds: readonly number[];
    /** Whether it looks at a tool; others neither count nor break a run. */
    tracks(tool: string): boolean;
}
export interface RepeatChain {
    /** To be called for each call, failed or not. @returns whether the host speaks about this very call. */
    observe(input: PointInput, reminder: HostReminder | null): boolean;
}
export declare function createRepeatChain(): RepeatChain;
