/** How often something may happen per key: a burst, and then at a steady rate. */
import { LRUCache } from 'lru-cache';
/**
 * @param burst how many at once.
 * @param refillMs after which time one more is there.
 * @param maxKeys keys remembered; one that was forgotten starts full.
 */
export function createRateLimit(clock, burst, refillMs, maxKeys = 1_000) {
    const buckets = new LRUCache({ max: maxKeys });
    return {
        take(key) {
            const now = clock.now();
            const last = buckets.get(key) ?? { tokens: burst, at: now };
            // A clock that was set back must not take tokens away.
            const tokens = Math.min(burst, last.tokens + Math.max(0, now - last.at) / refillMs);
            const allowed = tokens >= 1;
            buckets.set(key, { tokens: allowed ? tokens - 1 : tokens, at: now });
            return allowed;
        },
    };
}
