import type { AgentStates } from '../state/agent-state.ts';
import type { Capability, SkillsPort } from '../types.ts';
export declare function createSkillCapability(skills: SkillsPort, states: AgentStates): Capability;
