/**
 * The tool pipeline: COMMAND before a call, RESULT after it, and a synchronous backstop for calls that
 * another plugin let through without asking us. Waterfall listeners advance their own state, await
 * `next()` and fold onto what came back; another plugin's failure passes as it came.
 */
import type { Context } from '@deepseek-ai/cordis';
import type { AgentStates } from '../state/agent-state.ts';
import type { Clock, CommandView } from '../types.ts';
import type { AgentBook } from './agents.ts';
import type { Delivery } from './delivery.ts';
import type { Judge } from './judge.ts';
import type { Reentrance } from './reentrance.ts';
import type { TurnBook } from './turns.ts';
export interface ToolEventParts {
    readonly judge: Judge;
    readonly agents: AgentBook;
    readonly states: AgentStates;
    readonly turns: TurnBook;
    readonly delivery: Delivery;
    readonly reentrance: Reentrance;
    readonly clock: Clock;
    /** Tools that no guard may keep from running, so that a defective guard locks nobody out. */
    isExempt(tool: string): boolean;
    /** Whether RESULT has guards. */
    resultNeeded(): boolean;
    /** Calls that were refused, or put to the human, before they ran: their result has no code that says so. */
    readonly refused: WeakSet<CommandView>;
    report(text: string): void;
}
export interface ToolEvents {
    mountCommand(ctx: Context): (() => void)[];
    /** RESULT's guards, and the notices that ride on a call. */
    mountResult(ctx: Context): (() => void)[];
    /** What only the final outcome tells: calls that skipped the rest, turns that a tool concluded, contexts that got lost. */
    mountOutcome(ctx: Context): (() => void)[];
}
export declare function createToolEvents(parts: ToolEventParts): ToolEvents;
