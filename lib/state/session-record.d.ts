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
/** Rebuilds the record field by field; null when the text is not one. */
export declare function parseSessionRecord(text: string): SessionRecord | null;
