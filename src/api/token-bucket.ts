/** How often something may happen per key: a burst, and then at a steady rate. */
import { LRUCache } from 'lru-cache'
import type { Clock } from '../types.ts'

export interface RateLimit {
  /** Takes one; false when there is none. */
  take(key: string): boolean
}

/**
 * @param burst how many at once.
 * @param refillMs after which time one more is there.
 * @param maxKeys keys remembered; one that was forgotten starts full.
 */
export function createRateLimit(clock: Clock, burst: number, refillMs: number, maxKeys = 1_000): RateLimit {
  const buckets = new LRUCache<string, { readonly tokens: number, readonly at: number }>({ max: maxKeys })
  return {
    take(key) {
      const now = clock.now()
      const last = buckets.get(key) ?? { tokens: burst, at: now }
      // A clock that was set back must not take tokens away.
      const tokens = Math.min(burst, last.tokens + Math.max(0, now - last.at) / refillMs)
      const allowed = tokens >= 1
      buckets.set(key, { tokens: allowed ? tokens - 1 : tokens, at: now })
      return allowed
    },
  }
}
