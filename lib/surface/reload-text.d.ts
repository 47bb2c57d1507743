import type { GuardText } from '../types.ts';
/** One guard: its hash in force before and after; null for none. */
export interface Reloaded {
    readonly guard: string;
    readonly before: string | null;
    readonly after: string | null;
    readonly text: GuardText;
}
export declare function reloadText(reloaded: readonly Reloaded[]): string;
