/**
 * The life of a runner: it says that it is there, then does what the host sends, one thing after the
 * other, until the host is gone.
 */
import { isMainThread } from 'node:worker_threads'
import { frameText, parseHostFrame } from '../protocol.ts'
import { assertNever } from '../errors.ts'
import { createGuardLoader, type LoadedGuard } from './guards.ts'
import { createHostErrors } from './host-error.ts'
import { lockDown } from './lockdown.ts'
import type { RunnerPort } from './port.ts'
import { runGuard, type RunParts } from './run.ts'
import { createSteps } from './steps.ts'

export interface ServeOptions {
  readonly port: RunnerPort
  readonly gone: () => never
  /** Further globals for guards. Only for tests that need a way out of the compartment; default none. */
  readonly extraGlobals?: object
}

/**
 * Locks this realm down and serves. Never returns to an idle event loop: it waits for the host in a
 * blocking read.
 * @pre SES has been loaded; nothing else has been locked down.
 */
export async function serve({ port, gone, extraGlobals = {} }: ServeOptions): Promise<never> {
  const realm = lockDown()
  const steps = createSteps()
  const clock = { now: 0 }
  const loader = createGuardLoader(realm, steps.tick, () => clock.now, extraGlobals)
  const loaded = new Map<string, LoadedGuard>()
  const parts: RunParts = { realm, port, steps, gone, errors: createHostErrors(realm.harden), cpuMs, drained }
  port.write(frameText({ t: 'ready', node: process.versions.node }))
  for (;;) {
    const frame = parseHostFrame(port.read())
    if (frame === null) return gone()
    switch (frame.t) {
      case 'load':
        loaded.set(frame.hash, loader.load(frame))
        break
      case 'run':
        clock.now = frame.input.now
        await runGuard(frame, loaded.get(frame.hash), parts)
        break
      case 'ret':
        // The answer to a call whose script was cut off before it could read it.
        break
      default: assertNever(frame)
    }
  }
}

const MICROSECONDS = 1000

/** A thread would count what the whole host uses. */
function cpuMs(): number | null {
  if (!isMainThread) return null
  const { user, system } = process.cpuUsage()
  return (user + system) / MICROSECONDS
}

/** An immediate runs after every microtask that there is, and after those that these have queued. */
function drained(): Promise<void> {
  return new Promise((resolve) => { setImmediate(resolve) })
}
