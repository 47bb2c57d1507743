/** What is remembered of an agent's turn, kept over a re-mount, and what the three parts of a turn share. */
import type { Agent } from '@deepseek-ai/dsh-agent';
import type { Judge } from '../point/judge.ts';
import type { Starting, UserBatch } from '../point/turn-start.ts';
import type { AgentState, AgentStates } from '../state/agent-state.ts';
import type { AgentBook } from './agents.ts';
import type { Callers } from './callers.ts';
import type { Delivery } from './delivery.ts';
import type { GivenPrompt } from './turn-prompt.ts';
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
    /** Looks of guards at outcomes that are under way; what they say belongs into the next step. */
    readonly judging: Set<Promise<unknown>>;
}
export type TurnMemory = WeakMap<Agent, Turn>;
export interface TurnParts {
    readonly memory: TurnMemory;
    judge(): Judge;
    readonly callers: Callers;
    readonly agents: AgentBook;
    readonly states: AgentStates;
    readonly delivery: Delivery;
    /** Whether START, and STOP or TERMINATE, have guards. */
    needed(point: 'start' | 'stop' | 'terminate'): boolean;
    report(text: string): void;
    /** Something that the human should see in the status. */
    note(key: string, text: string): void;
}
/** The parts with what all of them do with an agent. */
export interface TurnDesk extends TurnParts {
    turnOf(agent: Agent): Turn;
    stateOf(agent: Agent): AgentState;
    /** Runs the body of a listener; what it throws is reported and goes no further. */
    guarded(what: string, body: () => void): void;
}
export declare function createTurnDesk(parts: TurnParts): TurnDesk;
/** Waits for work that never rejects, but not longer than the turn lives. */
export declare function unlessAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void>;
