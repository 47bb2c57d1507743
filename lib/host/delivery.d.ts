/**
 * Brings what waits in the queues to the model and makes sure that it arrived: each notice is in
 * flight from the moment a channel took it until the history has it; what a cancellation or another
 * plugin threw away goes back to its place in its queue.
 */
import type { Agent } from '@deepseek-ai/dsh-agent';
import type { UserMessage } from '@deepseek-ai/dsh-session';
import type { NoticeQueue } from '../types.ts';
import type { MessageShape } from './shapes.ts';
/** Where messages can be seen, besides in flight. Ids of messages. */
export interface Sightings {
    /** The model-visible history; read only when something is in flight. */
    history(): readonly MessageShape[];
    /** What the host still keeps for a later step. */
    inbox(): readonly (string | undefined)[];
    /** The messages of the step that is being entered. */
    readonly step: readonly MessageShape[];
}
export interface Delivery {
    /** Messages for everything that waits; they are in flight from here on. */
    take(agent: Agent, queue: NoticeQueue, channel: 'call' | 'step'): UserMessage[];
    /** A message left the inbox for a step. It arrives with the step, and not if the step is rejected. */
    claimed(messageId: string | undefined): void;
    /** A message was thrown away before it reached a step. */
    lost(messageId: string | undefined, queue: NoticeQueue): void;
    /** A call is over: of its contexts, those that the final result does not carry go back. */
    settleCall(sent: readonly UserMessage[], kept: readonly MessageShape[] | undefined, queue: NoticeQueue): void;
    /** Ids of messages of ours that wait in the host's inbox. */
    inInbox(agent: Agent): readonly string[];
    /** What is in the history has arrived; what is nowhere to be seen goes back. */
    confirm(agent: Agent, seen: Sightings, queue: NoticeQueue): void;
    /** The agent is gone: what it has not got goes back, to be read when its session is resumed. */
    forget(agent: Agent, seen: Omit<Sightings, 'step'>, queue: NoticeQueue): void;
}
export declare function createDelivery(newId: () => string): Delivery;
