import type { Mode, PendingNotice } from '../types.ts';
/** The session's one runtime guard, set by the human. */
export type RuntimeGuard = {
    readonly kind: 'script';
    readonly script: string;
} | {
    readonly kind: 'inline';
    readonly body: string;
};
export interface SessionRecord {
    readonly rounds: number;
    readonly runtimeGuard: RuntimeGuard | null;
    /** Modes that the human set for this session, by guard or gate. */
    readonly toggles: Readonly<Record<string, Mode>>;
    readonly pending: readonly PendingNotice[];
    /** Skills that guards have activated, by name and arguments. */
    readonly activated: readonly string[];
}
export declare const EMPTY_RECORD: SessionRecord;
/** Nothing that would be missed. */
export declare function isEmpty(record: SessionRecord): boolean;
/** The form that is written. A larger number was written by a newer Shooty. */
export declare const RECORD_VERSION = 1;
export type ReadRecord = 
/** `damaged`: fields of which a part, or all, could not be kept. */
{
    readonly kind: 'record';
    readonly record: SessionRecord;
    readonly damaged: readonly string[];
} | {
    readonly kind: 'newer';
    readonly version: number;
} | {
    readonly kind: 'unreadable';
};
/** Rebuilds the record field by field; what is damaged costs that field and no other. */
export declare function readSessionRecord(text: string): ReadRecord;
