/**
 * Turns: recognises a real user turn in one place and does what belongs to it in order (rounds to 0,
 * loop scratch wiped, turn prompt dropped, START), brings the turn prompt and waiting notices into
 * each step, and runs STOP or TERMINATE at the turn's end. Nothing here throws into the host.
 */
import type { Context } from '@deepseek-ai/cordis';
import type { Agent } from '@deepseek-ai/dsh-agent';
import type { AgentStates } from '../state/agent-state.ts';
import type { AgentBook } from './agents.ts';
import type { Delivery } from './delivery.ts';
import type { Judge } from './judge.ts';
import type { GivenPrompt } from './turn-prompt.ts';
import type { Starting, UserBatch } from './turn-start.ts';
export type TurnMemory = WeakMap<Agent, Turn>;
export interface TurnParts {
    readonly memory: TurnMemory;
    judge(): Judge;
    readonly agents: AgentBook;
    readonly states: AgentStates;
    readonly delivery: Delivery;
    /** Whether START, and STOP or TERMINATE, have guards. */
    needed(point: 'start' | 'stop' | 'terminate'): boolean;
    report(text: string): void;
    /** Something that the human should see in the status. */
    note(key: string, text: string): void;
}
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
/** What is remembered of an agent's turn; kept over a re-mount. */
export interface Turn {
    /** The host announces inputs of this session, so START needs no stand-in. */
    announced: boolean;
    batch: UserBatch | null;
    start: Starting | null;
    concluded: boolean;
    /** `turn-stopping` was reached and no step has been entered since. */
    ending: boolean;
    finish: string | null;
    given: GivenPrompt | null;
    readonly judging: Set<Promise<unknown>>;
}
export declare function createTurnBook(parts: TurnParts): TurnBook;
