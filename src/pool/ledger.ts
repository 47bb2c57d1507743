/**
 * How much of the runners each session has had lately, its subagents included. Who had little is served
 * first, so that a session whose guards take their time waits behind the others and not before them.
 */
import { LRUCache } from 'lru-cache'

export interface Ledger {
  charge(rootSessionId: string, ownMs: number, waitedMs: number): void
  /** 0 for a session with usual guards; up to `RANKS` - 1. */
  rank(rootSessionId: string): number
}

const MAX_SESSIONS = 4_096
/** After this time half of what a session had is forgotten, milliseconds. */
const HALF_LIFE_MS = 10_000
/** Milliseconds of runners from which a session is served after those that had less. */
const LIMITS_MS = [50, 250, 1_000] as const
/** A runner that waits for the host takes no processor, only its place. */
const WAITING_PART = 0.1

export const RANKS = LIMITS_MS.length + 1

export function createLedger(now: () => number): Ledger {
  const accounts = new LRUCache<string, { readonly ms: number, readonly at: number }>({ max: MAX_SESSIONS })
  const balance = (session: string): number => {
    const account = accounts.get(session)
    return account === undefined ? 0 : account.ms * 2 ** ((account.at - now()) / HALF_LIFE_MS)
  }
  return {
    charge(session, ownMs, waitedMs) {
      accounts.set(session, { ms: balance(session) + ownMs + waitedMs * WAITING_PART, at: now() })
    },
    rank(session) {
      const had = balance(session)
      return LIMITS_MS.filter(limit => had >= limit).length
    },
  }
}
