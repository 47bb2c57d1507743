import type { AgentStates } from '../state/agent-state.ts';
import type { Capability, ContinuePort } from '../types.ts';
export declare function createContinueCapability(port: ContinuePort, states: AgentStates): Capability;
