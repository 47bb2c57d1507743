/**
 * Messages that Shooty puts into a conversation. Built by hand, in the one form that every host
 * version takes: an id, our own source kind, JSON only.
 */
import type { UserMessage } from '@deepseek-ai/dsh-session';
import type { PendingNotice } from '../types.ts';
export declare const SOURCE_KIND = "shooty";
/** The three spellings under which our own messages come back from old and converted sessions. */
export declare function isOurs(source: {
    readonly kind?: string;
    readonly plugin?: string;
} | undefined): boolean;
export declare function noticeMessage(id: string, notice: PendingNotice): UserMessage;
export declare function followUpMessage(id: string, message: {
    readonly text: string;
    readonly guard: string;
    readonly round: number;
}): UserMessage;
