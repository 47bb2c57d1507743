/**
 * The script guards of a mount: those of the configuration, those that other plugins register, and the
 * one that the human sets for a session at run time.
 */
import type { AgentStates } from '../state/agent-state.ts'
import { createScratch, shadowScratch } from '../state/scratch.ts'
import type { Scratch } from '../state/scratch.ts'
import type { RuntimeGuard } from '../state/session-record.ts'
import { runtimeGuardSettings } from '../point/runtime-guard.ts'
import { createScriptGuard } from '../point/script-guard.ts'
import type { ScriptGuardDeps } from '../point/script-guard.ts'
import type { GuardSettings, PointGuard, RunContext, SessionRef } from '../types.ts'

export interface ScriptGuard {
  readonly guard: PointGuard
  readonly settings: GuardSettings
}

/** Scratch of a run: the session's, a shadow for observing guards, thrown away for calls without an agent and for calls that nobody makes. */
export interface RunScratch {
  readonly loop: (run: RunContext) => Scratch
  session(run: RunContext): Scratch
}

export function createRunScratch(states: AgentStates): RunScratch {
  const thrownAway = new WeakMap<RunContext['effects'], { readonly loop: Scratch, readonly session: Scratch }>()
  const keeps = (run: RunContext): boolean => run.hasAgent && run.trial !== true
  const without = (run: RunContext): { readonly loop: Scratch, readonly session: Scratch } => {
    const known = thrownAway.get(run.effects)
    if (known !== undefined) return known
    const fresh = run.hasAgent
      ? { loop: shadowScratch(states.of(run.session).loop), session: shadowScratch(states.rootOf(run.session).shared) }
      : { loop: createScratch(), session: createScratch() }
    thrownAway.set(run.effects, fresh)
    return fresh
  }
  return {
    loop: run => keeps(run) ? states.loopOf(run.session, run.guard.name, run.observe) : without(run).loop,
    session: run => keeps(run) ? states.sharedOf(run.session, run.guard.name, run.observe) : without(run).session,
  }
}

export interface ScriptGuards {
  readonly configured: readonly ScriptGuard[]
  make(settings: GuardSettings): ScriptGuard
  runtime(session: SessionRef): ScriptGuard | null
  /** Script guards by their settings, with the session's runtime guard at the end. */
  all(settings: readonly GuardSettings[], session: SessionRef | null): readonly ScriptGuard[]
}

export function createScriptGuards(settings: readonly GuardSettings[], states: AgentStates, deps: ScriptGuardDeps): ScriptGuards {
  const make = (entry: GuardSettings): ScriptGuard => ({ guard: createScriptGuard(entry, deps), settings: entry })
  // One per text, so that a session keeps its guard object from call to call.
  const runtimes = new WeakMap<RuntimeGuard, ScriptGuard>()
  const made = new WeakMap<GuardSettings, ScriptGuard>()
  const known = (entry: GuardSettings): ScriptGuard => {
    const guard = made.get(entry) ?? make(entry)
    made.set(entry, guard)
    return guard
  }
  const runtime = (session: SessionRef): ScriptGuard | null => {
    const set = states.rootOf(session).runtimeGuard
    if (set === null) return null
    const guard = runtimes.get(set) ?? make(runtimeGuardSettings(set))
    runtimes.set(set, guard)
    return guard
  }
  return {
    configured: settings.map(known),
    make: known,
    runtime,
    all(entries, session) {
      const own = session === null ? null : runtime(session)
      return [...entries.map(known), ...own === null ? [] : [own]]
    },
  }
}
