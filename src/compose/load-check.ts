/**
 * The check at load: every anchor, guard, tool and command, and a known-bad probe through a runner where
 * scripts are configured. One line on the standard error stream, and the head of `guard_status`.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { compileGuard } from '../guard/compile.ts'
import { GuardError, describeThrown } from '../errors.ts'
import { probeRunner } from '../surface/probe-runner.ts'
import type { ProbeResult } from '../surface/probe-runner.ts'
import { selfCheck } from '../surface/self-check.ts'
import type { SelfCheck } from '../surface/self-check.ts'
import { statusData } from '../surface/status.ts'
import type { StatusParts } from '../surface/status.ts'
import type { CompiledGuard, HumanPort, SessionRef } from '../types.ts'
import { packageVersion } from './package-files.ts'
import { GUARD_COMMAND } from '../host/guard-command.ts'
import type { GuardSet } from './guard-set.ts'
import { runnerReady } from './runner-ready.ts'
import { STATUS_TOOL } from '../host/status-tool.ts'

export interface LoadCheck {
  /** @param tool the name under which the status tool is registered; null: it is not. */
  begin(status: StatusParts, tool: string | null): void
  commandIs(name: string): void
  /** null while the check is under way. */
  readonly line: () => string | null
  notes(): readonly string[]
  dispose(): void
}

/** Whose call the warming is: nobody's. */
const NOBODY: SessionRef = { sessionId: 'warming', agentId: 'warming', rootSessionId: 'warming', cwd: process.cwd(), isSubagent: false }

/** The start of a first runner on a busy machine included. */
const PROBE_MS = 20_000
const SETTLE_MS = 200
/** The registry of commands is there a moment before our command is in it. */
const COMMAND_MS = 5_000
const STEP_MS = 25

export interface LoadCheckParts {
  readonly guards: GuardSet
  readonly human: HumanPort
  /** Said once, and shown in the status from then on. */
  readonly note: (key: string, text: string) => void
  /** Whether the status tool is wanted. */
  readonly statusTool: boolean
  /** Runs the examples beside the guards once the line is said; nothing waits for it. */
  examples(signal: AbortSignal): Promise<void>
  /** Whether the host has a registry of commands, which may come later. */
  commandsThere(): boolean
}

export function createLoadCheck(parts: LoadCheckParts): LoadCheck {
  const { guards, human } = parts
  let command: string | null = null
  let result: SelfCheck | null = null
  const ended = new AbortController()

  const commandSettled = async (): Promise<void> => {
    for (let waited = 0; waited < COMMAND_MS && command === null && parts.commandsThere() && !ended.signal.aborted; waited += STEP_MS) {
      await sleep(STEP_MS, undefined, { ref: false })
    }
  }

  const run = async (status: StatusParts, tool: string | null): Promise<void> => {
    const needed = guards.scripts.configured.some(({ guard }) => guard.mode !== 'off')
    // The probe joins no queue: a first call that comes meanwhile would wait behind it, or have a second runner started.
    if (needed) await runnerReady(guards.pool, PROBE_MS, ended.signal)
    const probe: ProbeResult | null = needed ? await probeRunner(guards.pool, compileProbe, { timeoutMs: PROBE_MS, signal: ended.signal }) : null
    await commandSettled()
    // The command registry answers in a turn of its own; without a probe nothing has waited for it yet.
    if (probe === null) await sleep(SETTLE_MS, undefined, { ref: false })
    if (ended.signal.aborted) return
    const data = statusData(status, 'guards', null, { recentCount: 0, target: null })
    result = selfCheck({
      version: packageVersion(), probe, guards: data.guards, gates: data.gates, points: data.points,
      tool: { wanted: parts.statusTool ? STATUS_TOOL : null, registered: tool },
      // A profile without a command registry has no place for it, and nothing is missing there.
      command: { wanted: parts.commandsThere() ? GUARD_COMMAND : null, registered: command },
    })
    human.say(null, result.loud ? 'warn' : 'info', result.line)
    for (const note of result.notes) human.say(null, 'warn', note)
    await parts.examples(ended.signal)
    if (guards.roster.needed('command')) await guards.gates.effects.warm(NOBODY)
  }

  return {
    begin(status, tool) {
      run(status, tool).catch((error: unknown) => { human.say(null, 'warn', `the check at load failed: ${describeThrown(error)}`) })
    },
    commandIs(name) {
      command = name
      // A registry that came after the check.
      if (result !== null && name !== GUARD_COMMAND) parts.note('command', `the command is registered as ${name}: the name ${GUARD_COMMAND} was taken`)
    },
    line: () => result?.line ?? null,
    notes: () => result?.notes ?? [],
    dispose() { ended.abort() },
  }
}

function compileProbe(text: string): CompiledGuard {
  const outcome = compileGuard(text, { name: 'probe', language: 'js' })
  if (outcome.ok) return outcome.compiled
  throw new GuardError('INTERNAL', outcome.reason)
}
