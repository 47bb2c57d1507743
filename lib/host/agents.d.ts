/**
 * The live agents that Shooty has met, by session id. Owns the way from an agent to a SessionRef and
 * back; tells the session registry which sessions are live.
 */
import type { Agent } from '@deepseek-ai/dsh-agent';
import type { SessionRegistry } from '../state/per-session.ts';
import type { SessionRef } from '../types.ts';
export interface AgentBook {
    see(agent: Agent): SessionRef;
    /** Who it is, without keeping the agent: for places where nothing tells of its end. */
    identify(agent: Agent): SessionRef;
    byId(sessionId: string): Agent | undefined;
    forget(agent: Agent): void;
    /** A call without an agent gets an identity of its own, used once. */
    nobody(id: string): SessionRef;
}
export declare function createAgentBook(registry: SessionRegistry): AgentBook;
