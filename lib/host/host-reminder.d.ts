/** Finds the host's own reminder about repeated calls among the loaded rows, and how it is set. */
import type { Context } from '@deepseek-ai/cordis';
export interface HostReminder {
    readonly thresholds: readonly number[];
    tracks(tool: string): boolean;
}
/** @returns null where the profile has none, or where the host does not say. */
export declare function findHostReminder(ctx: Context): HostReminder | null;
