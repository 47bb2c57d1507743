import type { Context } from '@deepseek-ai/cordis';
import type { ToolsPort } from '../../types.ts';
import type { AgentBook } from '../agents.ts';
export declare function createToolsPort(ctx: Context, agents: AgentBook): ToolsPort;
