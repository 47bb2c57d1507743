import type { AgentStates } from '../state/agent-state.ts';
import type { CounterBoard } from '../state/counters.ts';
import type { Metrics } from '../state/metrics.ts';
import type { Notes } from '../state/notes.ts';
import type { SessionRegistry } from '../state/per-session.ts';
import type { TokenBook } from '../state/tokens.ts';
import type { SessionFiles } from '../state/session-file.ts';
import type { PerSession } from '../types.ts';
import type { AgentBook } from '../host/agents.ts';
import type { Delivery } from '../host/delivery.ts';
import type { TurnMemory } from '../host/turn-memory.ts';
export interface Kept {
    readonly registry: SessionRegistry;
    readonly states: AgentStates;
    readonly files: SessionFiles;
    readonly counters: CounterBoard;
    readonly metrics: Metrics;
    readonly notes: Notes;
    readonly tokens: TokenBook;
    readonly agents: AgentBook;
    readonly delivery: Delivery;
    readonly turns: TurnMemory;
    /** A store of its own for each part that remembers something of sessions, by name. */
    storeFor<T extends object>(part: string): (create: () => T) => PerSession<T>;
}
/**
 * @param folder where sessions are kept on disk.
 * @param report told of failures, in words for the human.
 */
export declare function createKept(maxSessions: number, folder: string, report: (text: string) => void): Kept;
