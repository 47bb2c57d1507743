import type { PerSession, SessionRef } from '../types.ts';
export interface SessionRegistry {
    /** A store whose values follow the life of the sessions known to this registry. */
    store<T extends object>(create: (session: SessionRef) => T): PerSession<T>;
    /** The session has an agent: its values must stay. */
    live(sessionId: string): void;
    /** The agent is gone: its values may leave when room is needed. */
    gone(sessionId: string): void;
    /** Sessions that have a live agent. */
    liveCount(): number;
}
/** @param max values remembered per store for sessions without a live agent; at least 1. */
export declare function createSessionRegistry(max: number): SessionRegistry;
