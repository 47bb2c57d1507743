/** What every part of one mount stands on: where it keeps its files, whom it speaks to, what it remembers, the host's ports. */
import type { Context } from '@deepseek-ai/cordis';
import type { Processes } from '../check/process.ts';
import type { Clock, CommandView, FilesPort, HumanPort, Settings, ToolsPort } from '../types.ts';
import type { Home } from '../host/home.ts';
import type { Kept } from './kept.ts';
import type { Subagents } from '../host/ports/subagents.ts';
import type { Reentrance } from '../point/reentrance.ts';
export interface Core {
    readonly ctx: Context;
    readonly settings: Settings;
    readonly clock: Clock;
    readonly home: Home;
    readonly kept: Kept;
    readonly human: HumanPort;
    readonly files: FilesPort;
    readonly tools: ToolsPort;
    readonly subagents: Subagents;
    readonly processes: Processes;
    readonly reentrance: Reentrance;
    /** Calls that were refused, or put to the human, before they ran. */
    readonly refused: WeakSet<CommandView>;
    /** One line for the human. */
    readonly report: (text: string) => void;
    /** Said once, and shown in the status from then on. */
    readonly note: (key: string, text: string) => void;
    dispose(): Promise<void>;
}
export declare function createCore(ctx: Context, settings: Settings): Core;
