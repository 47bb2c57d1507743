/** Plain counters of `guard_status`. In memory, for the life of the plugin. */
import type { CounterName, Counters } from '../types.ts'

const NAMES: readonly CounterName[] = [
  'failuresObserved', 'repeatNotices', 'criticalRefusals', 'repairWrites', 'specChecks', 'postWriteChecks',
  'noticesQueued', 'noticesDelivered', 'noticesDropped', 'tamperRefusals',
  'destructiveRefusals', 'destructiveAsked', 'allowedOnce',
]

export interface CounterBoard extends Counters {
  all(): Readonly<Record<CounterName, number>>
}

export function createCounters(): CounterBoard {
  const values = new Map<CounterName, number>(NAMES.map(name => [name, 0]))
  return {
    add(name, by = 1) { values.set(name, (values.get(name) ?? 0) + by) },
    all: () => Object.fromEntries(values) as Record<CounterName, number>,
  }
}
