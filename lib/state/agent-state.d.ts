/**
 * Everything that Shooty remembers of one session, keyed by session id and never by agent object.
 * A subagent shares the session values, the toggles and the runtime guard of the session at the top
 * of its chain, and nothing else. Rounds, toggles, runtime guard, activated skills and waiting
 * notices survive a restart; scratch does not.
 */
import type { Mode, NoticeQueue, PendingNotice, PerSession, SessionRef } from '../types.ts';
import type { SessionRegistry } from './per-session.ts';
import type { Scratch } from './scratch.ts';
import type { SessionFiles } from './session-file.ts';
import type { RuntimeGuard } from './session-record.ts';
export interface AgentState {
    readonly session: SessionRef;
    /** The session's first user input; '' while unknown. */
    task: string;
    /** The latest real user input; '' while unknown. */
    request: string;
    /** The system prompt of this turn, set by a START guard. */
    turnPrompt: {
        readonly text: string;
        readonly guard: string;
    } | null;
    /** Follow-ups that guards have sent since the last real user turn. */
    readonly rounds: number;
    /** @returns when the new count is on disk. */
    addRound(): Promise<void>;
    readonly loop: Scratch;
    /** `sessionValues`; only the root's is used. */
    readonly shared: Scratch;
    readonly notices: NoticeQueue;
    /** Skills put into the conversation by guards. */
    readonly activated: ReadonlySet<string>;
    markActivated(key: string): void;
    readonly toggles: ReadonlyMap<string, Mode>;
    /** null: back to what the configuration says. */
    toggle(name: string, mode: Mode | null): Promise<void>;
    readonly runtimeGuard: RuntimeGuard | null;
    setRuntimeGuard(guard: RuntimeGuard | null): Promise<void>;
    /** See `AgentStates.beginUserTurn`. */
    reset(): void;
}
export interface AgentStates extends PerSession<AgentState> {
    /** The state of the session at the top of the chain. */
    rootOf(session: SessionRef): AgentState;
    /** The loop scratch that a guard sees; an observing one gets a shadow of its own. */
    loopOf(session: SessionRef, guard: string, observe: boolean): Scratch;
    sharedOf(session: SessionRef, guard: string, observe: boolean): Scratch;
    /** A real user turn: rounds to 0, loop scratch wiped, turn prompt dropped, in this order. */
    beginUserTurn(session: SessionRef): AgentState;
    /** Modes set by the human, for this session and the subagents it started. */
    modeOf(session: SessionRef, name: string, configured: Mode): Mode;
    /** Whether some session has or had a runtime guard, one that may still be resumed included. */
    runtimeGuardPossible(): boolean;
    /** Whether some session, one that may still be resumed included, has or had this guard switched on by the human. */
    switchedOn(name: string): boolean;
}
export interface AgentStateDeps {
    readonly registry: SessionRegistry;
    readonly files: SessionFiles;
    createQueue(changed: () => void, initial: readonly PendingNotice[]): NoticeQueue;
}
export declare function createAgentStates(deps: AgentStateDeps): AgentStates;
