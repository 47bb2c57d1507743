/** Starts subagents through the host. The run is held until it settles and disposed then; nobody waits for it. */
import type { Context } from '@deepseek-ai/cordis';
import type { SubagentPort } from '../../types.ts';
import type { AgentBook } from '../agents.ts';
export interface Subagents extends SubagentPort {
    /** Ends what guards have started. */
    dispose(): Promise<void>;
}
export declare function createSubagents(ctx: Context, agents: AgentBook, report: (text: string) => void): Subagents;
