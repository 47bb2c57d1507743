/**
 * The beginning of a turn: recognises a real user turn in one place and does what belongs to it in
 * order (rounds to 0, loop scratch wiped, turn prompt dropped, START), and puts the turn prompt in.
 */
import type { Context } from '@deepseek-ai/cordis';
import type { Agent } from '@deepseek-ai/dsh-agent';
import type { MessageShape } from './shapes.ts';
import type { TurnDesk } from './turn-memory.ts';
export interface TurnBegin {
    onClaimed(agent: Agent, message: MessageShape): void;
    /** Waits for a START that is under way. */
    awaitStart(agent: Agent, signal: AbortSignal | undefined): Promise<void>;
    /** Waits for a START that is under way; where the host never announced the input, runs it now. */
    startBeforeCall(agent: Agent, signal: AbortSignal): Promise<void>;
    /** Notes when the prompt that the last step was given did not reach the model. */
    checkPrompt(agent: Agent): void;
    mount(ctx: Context): (() => void)[];
}
export declare function createTurnBegin(desk: TurnDesk): TurnBegin;
