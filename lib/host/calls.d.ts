/** What is remembered of each call, from its first listener to its last. Owns the records; decides nothing. */
import type { UserMessage } from '@deepseek-ai/dsh-session';
import type { ToolExecution } from '@deepseek-ai/dsh-tools';
import type { Reentrance } from '../point/reentrance.ts';
import type { AgentStates } from '../state/agent-state.ts';
import type { Clock, CommandView, NoticeQueue, PendingNotice } from '../types.ts';
import type { AgentBook } from './agents.ts';
export interface CallRecord {
    /** The same object at every Point, so that gates can remember what they read of the call. */
    readonly view: CommandView;
    readonly exempt: boolean;
    /** A guard run makes this call: nobody reads its result but the guard. */
    readonly ours: boolean;
    verdict: 'allow' | 'deny' | 'ask' | 'undecided' | null;
    reason: string;
    readonly began: number;
    resultSeen: boolean;
    sent: readonly UserMessage[];
    /** Notices on the tail of a refusal; they go back when the refusal did not stand. */
    inReason: readonly PendingNotice[];
}
export interface CallBookParts {
    readonly agents: AgentBook;
    readonly states: AgentStates;
    readonly reentrance: Reentrance;
    readonly clock: Clock;
    /** Tools that no guard may keep from running, so that a defective guard locks nobody out. */
    isExempt(tool: string): boolean;
}
export interface CallBook {
    of(exec: Readonly<ToolExecution>): CallRecord;
    /** The notices of the session that makes this call; null for a call of nobody. */
    queueOf(exec: Readonly<ToolExecution>): NoticeQueue | null;
}
export declare function createCallBook(parts: CallBookParts): CallBook;
