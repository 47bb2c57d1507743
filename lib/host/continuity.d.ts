/**
 * What outlives a re-mount of the row: a live edit of the configuration disposes the plugin and applies
 * it again, and the sessions that are under way keep their scratch, rounds, queues and toggles. Kept on
 * the host's root context, because it ends with the host and not with this module.
 */
import type { Context } from '@deepseek-ai/cordis';
export interface Claim<T> {
    /** Identifies this mount among those that are there; `shooty` for the usual one. */
    readonly key: string;
    readonly kept: T;
    release(): void;
}
/**
 * Takes what an earlier mount of the same row left behind, or makes it anew. A second mount that is
 * there at the same time gets a key, and so a memory, of its own.
 */
export declare function claimKept<T>(ctx: Context, create: (key: string) => T): Claim<T>;
