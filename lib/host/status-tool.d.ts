/** The tool `guard_status`: read-only, safe in parallel, never gated. Built without the host's own helpers. */
import type { Context } from '@deepseek-ai/cordis';
import type { StatusData } from '../surface/status.ts';
import type { SessionRef } from '../types.ts';
import type { AgentBook } from './agents.ts';
export declare const STATUS_TOOL = "guard_status";
/** Taken when another plugin has the plain name. */
export declare const STATUS_TOOL_FALLBACK = "shooty_guard_status";
declare const ACTIONS: readonly ["status", "guards", "targets", "recent"];
type Action = typeof ACTIONS[number];
export interface StatusToolParts {
    readonly agents: AgentBook;
    data(action: Action, session: SessionRef | null, options: {
        readonly path: string | null;
        readonly count: number;
    }): Promise<StatusData>;
}
/** @returns the name under which it is registered, and the disposer. */
export declare function registerStatusTool(ctx: Context, parts: StatusToolParts): {
    readonly name: string;
    dispose(): void;
};
export {};
