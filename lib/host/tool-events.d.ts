/** The tool pipeline of one mount: the records of its calls, shared by what judges before and after each. */
import type { Context } from '@deepseek-ai/cordis';
import type { CallBookParts } from './calls.ts';
import type { CommandEventParts } from './command-events.ts';
import type { ResultEventParts, ResultEvents } from './result-events.ts';
export type ToolEventParts = CallBookParts & Omit<CommandEventParts, 'calls'> & Omit<ResultEventParts, 'calls'>;
export interface ToolEvents extends ResultEvents {
    mountCommand(ctx: Context): (() => void)[];
}
export declare function createToolEvents(parts: ToolEventParts): ToolEvents;
