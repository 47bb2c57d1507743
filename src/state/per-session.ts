/**
 * One value per session. Values of live agents are kept whatever the bound; values of agents that
 * are gone are remembered up to the bound, the least recently used leave first.
 */
import { LRUCache } from 'lru-cache'
import type { PerSession, SessionRef } from '../types.ts'

export interface SessionRegistry {
  /** A store whose values follow the life of the sessions known to this registry. */
  store<T extends object>(create: (session: SessionRef) => T): PerSession<T>
  /** The session has an agent: its values must stay. */
  live(sessionId: string): void
  /** The agent is gone: its values may leave when room is needed. */
  gone(sessionId: string): void
  /** Sessions that have a live agent. */
  liveCount(): number
}

interface Shelf {
  live(sessionId: string): void
  gone(sessionId: string): void
}

/** @param max values remembered per store for sessions without a live agent; at least 1. */
export function createSessionRegistry(max: number): SessionRegistry {
  const living = new Set<string>()
  const shelves: Shelf[] = []

  return {
    store<T extends object>(create: (session: SessionRef) => T): PerSession<T> {
      const kept = new Map<string, T>()
      const rest = new LRUCache<string, T>({ max: Math.max(1, max) })
      shelves.push({
        live(sessionId) {
          const value = rest.get(sessionId)
          if (value === undefined) return
          rest.delete(sessionId)
          kept.set(sessionId, value)
        },
        gone(sessionId) {
          const value = kept.get(sessionId)
          if (value === undefined) return
          kept.delete(sessionId)
          rest.set(sessionId, value)
        },
      })
      const peek = (sessionId: string): T | undefined => kept.get(sessionId) ?? rest.get(sessionId)
      return {
        peek,
        of(session) {
          const known = peek(session.sessionId)
          if (known !== undefined) return known
          const value = create(session)
          if (living.has(session.sessionId)) kept.set(session.sessionId, value)
          else rest.set(session.sessionId, value)
          return value
        },
      }
    },
    live(sessionId) {
      if (living.has(sessionId)) return
      living.add(sessionId)
      for (const shelf of shelves) shelf.live(sessionId)
    },
    gone(sessionId) {
      if (!living.delete(sessionId)) return
      for (const shelf of shelves) shelf.gone(sessionId)
    },
    liveCount: () => living.size,
  }
}
