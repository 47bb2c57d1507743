import type { Counters, NoticeQueue, PendingNotice } from '../types.ts';
/** Notices that wait at most; the oldest stay, later ones are counted. */
export declare const MAX_PENDING = 50;
/** UTF-16 units of one notice. */
export declare const MAX_NOTICE = 4000;
/** @param changed called after each change, so that what waits can be kept on disk. */
export declare function createNoticeQueue(counters: Counters, changed: () => void, initial?: readonly PendingNotice[]): NoticeQueue;
