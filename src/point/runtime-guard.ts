/** The one guard that a human gives a session while it runs: its name, and its settings, which are fixed. */
import type { RuntimeGuard } from '../state/session-record.ts'
import type { GuardSettings } from '../types.ts'

/** Its name among guards and gates; no other may have it. */
export const RUNTIME_GUARD = 'runtime-guard'

export function runtimeGuardSettings(guard: RuntimeGuard): GuardSettings {
  return {
    name: RUNTIME_GUARD,
    source: guard,
    trigger: 'stop',
    points: ['stop'],
    params: {},
    maxRounds: 3,
    allowTools: false,
    tools: null,
    agents: 'main',
    mode: 'enforce',
    key: '/guard',
    triggerWritten: true,
    namesake: null,
    workspaces: null,
    // A human who names a script means one that is there.
    required: true,
  }
}
