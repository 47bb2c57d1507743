/** The turns of one mount: their beginning, their steps and their end, and what the tool pipeline wants to know of them. */
import type { Context } from '@deepseek-ai/cordis';
import type { Agent } from '@deepseek-ai/dsh-agent';
import type { TurnParts } from './turn-memory.ts';
export interface TurnBook {
    /** Waits for a START that is under way; where the host never announced the input, runs it now. */
    startBeforeCall(agent: Agent, signal: AbortSignal): Promise<void>;
    /** A tool ended the turn in this step. */
    concluded(agent: Agent): void;
    /** Whether a tool has ended the turn: a notice on a call would make the host ask the model again. */
    isConcluded(agent: Agent): boolean;
    /** Guards still look at an outcome of a call; what they say belongs into the next step. */
    judging(agent: Agent, work: Promise<unknown>): void;
    /** Recognises turns and delivers what waits; wanted as soon as there is any guard. */
    mountSession(ctx: Context): (() => void)[];
    mountStart(ctx: Context): (() => void)[];
    mountStop(ctx: Context): (() => void)[];
}
export declare function createTurnBook(parts: TurnParts): TurnBook;
