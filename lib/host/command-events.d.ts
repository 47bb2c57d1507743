/**
 * COMMAND on the host: before a call, a synchronous backstop for calls that another plugin let through
 * without asking us, and a last wall before the tool's body. Another plugin's failure passes as it came.
 */
import type { Context } from '@deepseek-ai/cordis';
import type { Judge } from '../point/judge.ts';
import type { CommandView } from '../types.ts';
import type { CallBook } from './calls.ts';
import type { Callers } from './callers.ts';
import type { TurnBook } from './turns.ts';
export interface CommandEventParts {
    readonly judge: Judge;
    readonly callers: Callers;
    readonly turns: TurnBook;
    readonly calls: CallBook;
    /** Calls that were refused, or put to the human, before they ran: their result has no code that says so. */
    readonly refused: WeakSet<CommandView>;
}
/** @returns the disposers of what was registered. */
export declare function mountCommandEvents(ctx: Context, parts: CommandEventParts): (() => void)[];
