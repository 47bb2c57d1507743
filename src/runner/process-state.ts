/** What the runner's own process or thread must be like before anything of a guard runs in it. */
import { isMainThread } from 'node:worker_threads'
import { closeBuiltins } from './close-builtins.ts'

export function prepareProcess(): void {
  // The pool gives none, but a shell or the platform may have added some.
  for (const key of Object.keys(process.env)) delete process.env[key]
  closeBuiltins()
  // A guard that drops a rejected promise has done nothing wrong; its run has been judged already.
  process.on('unhandledRejection', () => undefined)
  // Scripts cannot cause one: whatever they throw is caught. So this runner is broken, and says so by ending.
  process.on('uncaughtException', () => process.exit(BROKEN))
  if (!isMainThread) return
  // The terminal sends these to the whole group. It is the host that decides what they mean.
  process.on('SIGINT', () => undefined)
  if (process.platform !== 'win32') process.on('SIGHUP', () => undefined)
}

/** EX_SOFTWARE of sysexits. */
const BROKEN = 70
