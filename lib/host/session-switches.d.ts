/**
 * Whether some session has a runtime guard, or has a guard on that the configuration has off: what the
 * sessions on disk ask for when they are resumed, and what the human has set since.
 */
import type { AgentStates } from '../state/agent-state.ts';
import type { Survey } from '../state/session-file.ts';
import type { SessionRef } from '../types.ts';
export interface SessionSwitches {
    anyRuntimeGuard(): boolean;
    anySwitchedOn(guard: string): boolean;
    /** The human set or switched something in this session. */
    changed(session: SessionRef, states: AgentStates): void;
}
export declare function createSessionSwitches(onDisk: Survey): SessionSwitches;
