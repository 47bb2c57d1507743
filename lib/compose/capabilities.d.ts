import type { Context } from '@deepseek-ai/cordis';
import type { Capability, Clock, FilesPort, HumanPort, SessionRef, Settings, ToolsPort } from '../types.ts';
import type { Kept } from './kept.ts';
import type { Subagents } from '../host/ports/subagents.ts';
import type { RunScratch } from './script-guards.ts';
export interface CapabilityParts {
    readonly ctx: Context;
    readonly settings: Settings;
    readonly kept: Kept;
    readonly clock: Clock;
    readonly human: HumanPort;
    readonly files: FilesPort;
    readonly tools: ToolsPort;
    readonly subagents: Subagents;
    readonly scratch: RunScratch;
    isProtected(session: SessionRef, realPath: string): Promise<boolean>;
}
export declare function createCapabilities(parts: CapabilityParts): readonly Capability[];
