/**
 * One run of one guard, from its first instruction until nothing of it is left to run. The API is dead
 * before the rest of the microtasks is let run out, so that work a guard left behind has no effect.
 */
import { frameText, type HostFrame } from '../protocol.ts'
import { openChannel } from './channel.ts'
import { createVance } from './facade.ts'
import { compileFaultOf, faultOf, positionOf, type RunFault } from './fault.ts'
import type { LoadedGuard } from './guards.ts'
import type { HostErrors } from './host-error.ts'
import type { Realm } from './lockdown.ts'
import type { RunnerPort } from './port.ts'
import type { Steps } from './steps.ts'

export interface RunParts {
  readonly realm: Realm
  readonly port: RunnerPort
  readonly steps: Steps
  readonly errors: HostErrors
  /** Ends this process; for when the host is gone or talks nonsense. */
  readonly gone: () => never
  /** Processor time that this runner has used, milliseconds; null where it cannot be told from its host's. */
  readonly cpuMs: () => number | null
  /** Resolves when every microtask has run. */
  readonly drained: () => Promise<void>
}

export async function runGuard(frame: Extract<HostFrame, { t: 'run' }>, guard: LoadedGuard | undefined, parts: RunParts): Promise<void> {
  const { port, errors, gone, cpuMs } = parts
  const before = cpuMs()
  const channel = openChannel(frame.run, port, errors, gone)
  let fault: RunFault | null
  if (guard === undefined) fault = { code: 'internal', message: 'the runner was not given the text of this guard', position: null }
  else if (guard.state === 'broken') fault = compileFaultOf(guard.error, guard.sourceName)
  else fault = await evaluate(guard, createVance(frame.input, channel, errors), () => { channel.close() }, parts)
  port.write(frameText({ t: 'done', run: frame.run, fault, logsDropped: channel.logsDropped(), cpuMs: spent(before, cpuMs()) }))
}

function spent(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : Math.max(0, after - before)
}

type ReadyGuard = Extract<LoadedGuard, { state: 'ready' }>

async function evaluate(guard: ReadyGuard, vance: object, close: () => void, parts: RunParts): Promise<RunFault | null> {
  const { realm, steps, errors, drained } = parts
  let fault: RunFault | null = null
  const failed = (thrown: unknown): void => {
    close()
    fault = faultOf(thrown, guard.sourceName, realm, errors)
  }
  steps.begin(guard.maxSteps)
  // Taken out of its record first: called as a method it would get the record as `this`.
  const { evaluate: call } = guard
  try {
    const returned = call(vance)
    if (guard.isAsync) {
      fault = NEVER_SETTLED
      // What an async function returns is a promise of the realm, whose `then` is frozen.
      void (returned as Promise<unknown>).then(() => {
        close()
        fault = null
      }, failed)
    } else {
      close()
    }
  } catch (thrown) {
    failed(thrown)
  }
  await drained()
  close()
  const tooMany = steps.exceeded()
  if (tooMany === null) return fault
  return { code: 'step_limit', message: tooMany.message, position: positionOf(tooMany, guard.sourceName, realm) }
}

const NEVER_SETTLED: RunFault = {
  code: 'never_settled',
  message: 'the guard waits for a promise that nothing can settle any more; all calls of vance are synchronous',
  position: null,
}
