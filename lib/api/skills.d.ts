import type { AgentStates } from '../state/agent-state.ts';
import type { Capability, SkillsPort } from '../types.ts';
/** UTF-16 units; a longer skill would crowd out the conversation. */
export declare const MAX_SKILL = 200000;
/** Different skills and arguments of one session; they are remembered as long as it is. */
export declare const MAX_ACTIVATED = 100;
export declare function createSkillCapability(skills: SkillsPort, states: AgentStates): Capability;
