/**
 * Who may use the values that a session and its subagents share: one run at a time, from its first use
 * until it ends or waits for something else, so that reading a value and writing it back belong
 * together. A run that waits for a tool lets go first: the tool may be a subagent, whose guards wait in turn.
 */
import { KeyedLock } from '../base/keyed-lock.ts'
import { GuardError } from '../errors.ts'

const SHARED = 'scratch.session.'
/** Host calls that are answered at once. */
const PROMPT = 'scratch.'

export interface SessionTurn {
  /** To be awaited before each host call of the run. @throws GuardError CANCELLED when the run is over meanwhile. */
  before(method: string, signal: AbortSignal): Promise<void>
  /** The run is over. Twice is a no-op. */
  end(): void
}

/** @returns one turn per run; the argument is the session at the top of the chain. */
export function createSessionTurns(): (rootSessionId: string) => SessionTurn {
  const lock = new KeyedLock()
  return (rootSessionId) => {
    let release: (() => void) | null = null
    const end = (): void => {
      release?.()
      release = null
    }
    return {
      end,
      async before(method, signal) {
        if (!method.startsWith(SHARED)) {
          if (!method.startsWith(PROMPT)) end()
          return
        }
        if (release !== null) return
        await new Promise<void>((resolve) => {
          void lock.run(rootSessionId, signal, undefined, () => new Promise<void>((done) => {
            release = done
            resolve()
          })).then(resolve)
        })
        if (!signal.aborted) return
        end()
        throw new GuardError('CANCELLED', 'the run is over')
      },
    }
  }
}
