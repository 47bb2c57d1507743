/**
 * From the host's objects to a Point and back: builds the input of a Point, runs its guards, queues
 * what they say. The one place where a call or a turn meets the guards.
 */
import type { Agent } from '@deepseek-ai/dsh-agent';
import type { Roster } from '../point/roster.ts';
import type { PointDeps } from '../point/run.ts';
import type { AgentStates } from '../state/agent-state.ts';
import type { CommandVerdict, CommandView, ResultView } from '../types.ts';
import type { AgentBook } from './agents.ts';
export interface JudgeParts {
    readonly roster: Roster;
    readonly points: PointDeps;
    readonly states: AgentStates;
    readonly agents: AgentBook;
    newId(): string;
}
export interface Judge {
    command(agent: Agent | undefined, command: CommandView, signal: AbortSignal): Promise<CommandVerdict>;
    /** @returns feedback that turns the result into an error, or null. */
    result(agent: Agent | undefined, command: CommandView, result: ResultView, signal: AbortSignal): Promise<string | null>;
    start(agent: Agent, request: string, signal: AbortSignal): Promise<void>;
    stop(agent: Agent, point: 'stop' | 'terminate', signal: AbortSignal): Promise<void>;
}
export declare function createJudge(parts: JudgeParts): Judge;
