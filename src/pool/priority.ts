/**
 * Processor priority of a runner: one that computes for long makes way for the host and the other
 * runners. Best effort; where the system does not allow it, nothing happens.
 */
import { setPriority } from 'node:os'

export interface Priority {
  lower(pid: number): void
  /** @returns false where the system lets nobody raise it again. */
  restore(pid: number): boolean
}

const LOW = 10
const USUAL = 0

export const systemPriority: Priority = {
  lower(pid) { attempt(pid, LOW) },
  restore: pid => attempt(pid, USUAL),
}

function attempt(pid: number, priority: number): boolean {
  try {
    setPriority(pid, priority)
    return true
  } catch {
    return false
  }
}
