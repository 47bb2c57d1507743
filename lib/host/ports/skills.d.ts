/** Skills of the profile and the workspace, as the host resolves them for this agent. */
import type { Context } from '@deepseek-ai/cordis';
import type { SkillsPort } from '../../types.ts';
import type { AgentBook } from '../agents.ts';
export declare function createSkillsPort(ctx: Context, agents: AgentBook): SkillsPort;
