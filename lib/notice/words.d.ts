import type { Fault, PendingNotice } from '../types.ts';
/** Marks a follow-up that a guard sent; the message is not the user's. */
export declare const FOLLOW_UP_PREFIX = "[completion-guard] ";
/** A refusal that a guard decided. An empty reason still refuses. */
export declare function denialText(guard: string, reason: string): string;
/** A refusal because the guard itself failed. */
export declare function faultDenialText(guard: string, fault: Fault): string;
/** A refusal because Shooty itself failed, and no guard is to blame. */
export declare function internalDenialText(message: string): string;
/** A refusal because no guard of ours was asked. */
export declare const UNJUDGED_TEXT: string;
/** What another plugin's refusal without words, or answer of no known kind, is turned into. */
export declare function foreignDecisionText(kind: string): string;
/** One notice, as the model reads it. */
export declare function noticeText(notice: PendingNotice): string;
/** Notices on the tail of a refusal. */
export declare function withNotices(reason: string, notices: readonly PendingNotice[]): string;
/** At most 120 characters for lists and rows. */
export declare function summaryOf(text: string): string;
/**
 * A follow-up. Says that it is not the user's, so that the model does not take it as the answer to
 * a question that it has just asked.
 */
export declare function followUpText(prompt: string): string;
/** A skill's instructions, put into the conversation by a guard. */
export declare function skillText(skill: {
    readonly name: string;
    readonly text: string;
}, args: string): string;
