/**
 * Tells what a guard run causes from the agent's own work. The mark follows the asynchronous calls of
 * one run, holds only for that run's own session, and ends with the run: an agent that was woken from
 * inside a run is judged as usual.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

interface Mark {
  readonly sessionId: string
  active: boolean
}

export interface Reentrance {
  enter<T>(sessionId: string, body: () => Promise<T>): Promise<T>
  /** True inside a guard run of this session. */
  inside(sessionId: string): boolean
}

export function createReentrance(): Reentrance {
  const storage = new AsyncLocalStorage<Mark>()
  return {
    async enter(sessionId, body) {
      const mark: Mark = { sessionId, active: true }
      try {
        return await storage.run(mark, body)
      } finally {
        mark.active = false
      }
    },
    inside(sessionId) {
      const mark = storage.getStore()
      return mark !== undefined && mark.active && mark.sessionId === sessionId
    },
  }
}
