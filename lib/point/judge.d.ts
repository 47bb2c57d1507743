import type { AgentStates } from '../state/agent-state.ts';
import type { CommandVerdict, CommandView, ResultView, SessionRef } from '../types.ts';
import type { Roster } from './roster.ts';
import type { PointDeps } from './run.ts';
/** Who makes a call or ends a turn. What was said is read only where it is needed. */
export interface Caller {
    readonly session: SessionRef;
    /** False for a call without an agent. */
    readonly hasAgent: boolean;
    /** First and last input of the user in the history; '' where there is none. */
    inputs(): {
        readonly first: string;
        readonly last: string;
    };
    /** Text of the model's last answer; '' where there is none. */
    finalText(): string;
}
export interface JudgeParts {
    readonly roster: Roster;
    readonly points: PointDeps;
    readonly states: AgentStates;
}
export interface Judge {
    command(caller: Caller, command: CommandView, signal: AbortSignal): Promise<CommandVerdict>;
    /** @returns feedback that turns the result into an error, or null. */
    result(caller: Caller, command: CommandView, result: ResultView, signal: AbortSignal): Promise<string | null>;
    start(caller: Caller, request: string, signal: AbortSignal): Promise<void>;
    stop(caller: Caller, point: 'stop' | 'terminate', signal: AbortSignal): Promise<void>;
}
export declare function createJudge(parts: JudgeParts): Judge;
