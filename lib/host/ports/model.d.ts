import type { Context } from '@deepseek-ai/cordis';
import type { ModelPort } from '../../types.ts';
import type { AgentBook } from '../agents.ts';
export declare function createModelPort(ctx: Context, agents: AgentBook): ModelPort;
