/**
 * What Shooty reads of the host's objects, told apart by shape and never by version. Readers are
 * total: a field that a host does not have is absent, not an error.
 */
import type { Agent } from '@deepseek-ai/dsh-agent';
import type { SessionRef } from '../types.ts';
/** The only fields of a message that every host version has. */
export interface MessageShape {
    readonly id?: string;
    readonly role: string;
    readonly content: readonly {
        readonly type: string;
        readonly text?: string;
    }[];
    readonly source?: {
        readonly kind?: string;
        readonly plugin?: string;
        readonly guard?: unknown;
        readonly round?: unknown;
    };
}
interface HeaderShape {
    readonly cwd?: string;
    readonly parentSession?: string;
    readonly origin?: string;
    readonly delegationDepth?: number;
}
export declare function headerOf(agent: Agent): HeaderShape;
/** A session that another agent started. Old headers have no depth, resumed ones a depth of 0. */
export declare function isSubagent(agent: Agent): boolean;
/** The text blocks of a message, joined. */
export declare function textOf(message: MessageShape): string;
/** The model-visible history, oldest first; empty where a host cannot say. */
export declare function messagesOf(agent: Agent): readonly MessageShape[];
/** Text of the last answer of the model; '' when it said nothing but tool calls. */
export declare function finalText(agent: Agent): string;
/** First and last input of the user in the history; '' where there is none. */
export declare function userInputs(agent: Agent): {
    readonly first: string;
    readonly last: string;
};
/** How the model's last answer ended (`stop`, `max-tokens`, …), read from the session's own log; null where it does not say. */
export declare function lastFinish(agent: Agent): string | null;
/** The system prompt of the last request: old hosts keep it in the request header, newer ones in the history; null elsewhere. */
export declare function sentSystemPrompt(agent: Agent): string | null;
/** Ids of the messages that the host keeps for a later step; empty where it does not say. */
export declare function pendingIds(agent: Agent): readonly (string | undefined)[];
/** Takes a message out of what waits for a later step; the host tells of it as discarded. */
export declare function removePending(agent: Agent, id: string): void;
/** @param rootOf the root of a session that was seen before. */
export declare function sessionRef(agent: Agent, rootOf: (sessionId: string) => string | undefined): SessionRef;
export {};
