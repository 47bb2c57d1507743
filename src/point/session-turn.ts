/**
 * Who may use the scratch: one run at a time, from its first use on, so that reading a value and writing
 * it back belong together. Loop values of a session are a run's until it ends; the values that a session
 * and its subagents share until it ends or waits for something else, since it may wait for a subagent,
 * whose guards wait in turn. Runs that use no scratch wait for nobody.
 *
 * Invariant: the loop values are taken before the shared ones, so that no two runs wait for each other.
 */
import { KeyedLock } from '../base/keyed-lock.ts'
import { GuardError } from '../errors.ts'
import type { SessionRef } from '../types.ts'

const SHARED = 'scratch.session.'
/** Host calls that are answered at once. */
const PROMPT = 'scratch.'

export interface SessionTurn {
  /** To be awaited before each host call of the run. @throws GuardError CANCELLED when the run is over meanwhile. */
  before(method: string, signal: AbortSignal): Promise<void>
  /** The run is over. Twice is a no-op. */
  end(): void
}

/** @returns one turn per run. */
export function createSessionTurns(): (session: Pick<SessionRef, 'sessionId' | 'rootSessionId'>) => SessionTurn {
  const loops = new KeyedLock()
  const shares = new KeyedLock()
  return ({ sessionId, rootSessionId }) => {
    const loop = createHold(loops, sessionId)
    const shared = createHold(shares, rootSessionId)
    const end = (): void => {
      shared.release()
      loop.release()
    }
    return {
      end,
      async before(method, signal) {
        if (!method.startsWith(PROMPT)) {
          shared.release()
          return
        }
        await loop.take(signal)
        if (method.startsWith(SHARED)) await shared.take(signal)
        if (!signal.aborted) return
        end()
        throw new GuardError('CANCELLED', 'the run is over')
      },
    }
  }
}

interface Hold {
  /** Resolves when it is this run's, or the signal aborted. */
  take(signal: AbortSignal): Promise<void>
  release(): void
}

function createHold(lock: KeyedLock, key: string): Hold {
  let release: (() => void) | null = null
  return {
    async take(signal) {
      if (release !== null) return
      await new Promise<void>((resolve) => {
        void lock.run(key, signal, undefined, () => new Promise<void>((done) => {
          release = done
          resolve()
        })).then(resolve)
      })
    },
    release() {
      release?.()
      release = null
    },
  }
}
