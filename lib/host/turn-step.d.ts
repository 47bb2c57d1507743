/** Each step of a turn: waits for what must be there before it, and brings waiting notices into it. Looks after what the inbox does with our messages. */
import type { Context } from '@deepseek-ai/cordis';
import type { TurnBegin } from './turn-begin.ts';
import type { TurnDesk } from './turn-memory.ts';
/** @returns the disposers of what was registered. */
export declare function mountTurnSteps(ctx: Context, desk: TurnDesk, begin: TurnBegin): (() => void)[];
