/**
 * Brings what waits in the queues to the model and makes sure that it arrived: each notice is in
 * flight from the moment a channel took it until it is seen claimed or in the history; what a
 * cancellation or another plugin threw away goes back to the head of its queue.
 */
import type { Agent } from '@deepseek-ai/dsh-agent';
import type { UserMessage } from '@deepseek-ai/dsh-session';
import type { NoticeQueue } from '../types.ts';
import type { MessageShape } from './shapes.ts';
export interface Delivery {
    /** Messages for everything that waits; they are in flight from here on. */
    take(agent: Agent, queue: NoticeQueue, inStep: boolean): UserMessage[];
    /** A message left the inbox for a step: it arrived. */
    arrived(messageId: string | undefined): void;
    /** A message was thrown away before it reached a step. */
    lost(messageId: string | undefined, queue: NoticeQueue): void;
    /** Of a call's contexts, those that the final result does not carry go back. */
    settleCall(sent: readonly UserMessage[], kept: readonly MessageShape[] | undefined, queue: NoticeQueue): void;
    /** Looks up in the history what was put into steps; what is not there goes back. */
    confirmSteps(agent: Agent, history: () => readonly MessageShape[], queue: NoticeQueue): void;
    forget(agent: Agent): void;
}
export declare function createDelivery(newId: () => string): Delivery;
