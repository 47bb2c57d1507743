/** The end of a turn: runs STOP or TERMINATE there. Never throws into the host and never returns it a value. */
import type { Context } from '@deepseek-ai/cordis';
import type { Agent } from '@deepseek-ai/dsh-agent';
import type { TurnDesk } from './turn-memory.ts';
/** @returns the disposers of what was registered. */
export declare function mountTurnEnd(ctx: Context, desk: TurnDesk): (() => void)[];
/** Who finished an answer and how, from one frame of the stream; null for every other frame. */
export declare function finishOf(payload: unknown): {
    readonly agent: Agent;
    readonly reason: string;
} | null;
