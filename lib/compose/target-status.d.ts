import type { AgentStates } from '../state/agent-state.ts';
import type { TargetStatus } from '../surface/status.ts';
import type { SessionRef } from '../types.ts';
import type { Gates } from './gates.ts';
export declare function targetStatus(path: string, session: SessionRef, { critical, tamper }: Gates, states: AgentStates): Promise<TargetStatus>;
