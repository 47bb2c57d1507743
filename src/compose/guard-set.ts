/** All guards of one mount: their texts, the pool that runs them, the gates, and the roster that orders them. */
import { createGuardTexts, createPins } from '../guard/texts.ts'
import type { GuardTextStore } from '../guard/texts.ts'
import { createScriptRunner } from '../pool/create.ts'
import type { ScriptRunner } from '../pool/create.ts'
import { createRoster } from '../point/roster.ts'
import type { Roster } from '../point/roster.ts'
import { createSessionTurns } from '../point/session-turn.ts'
import { createGates } from './gates.ts'
import type { GateParts, Gates } from './gates.ts'
import { BUNDLED_GUARDS, LIB, PACKAGE } from './package-files.ts'
import { protectedFiles } from './protected.ts'
import { createRunScratch, createScriptGuards } from './script-guards.ts'
import type { RunScratch, ScriptGuards } from './script-guards.ts'
import type { Capability, Settings } from '../types.ts'

/** What a composition brings: its settings, its ports, and what its scripts may call. Knows no host. */
export interface GuardSetParts extends Omit<GateParts, 'protectedFiles' | 'nodePath' | 'report'> {
  capabilities(scratch: RunScratch, gates: Gates): readonly Capability[]
}

export interface GuardSet {
  readonly texts: GuardTextStore
  readonly pool: ScriptRunner
  readonly gates: Gates
  readonly scripts: ScriptGuards
  readonly roster: Roster
}

export function createGuardSet(parts: GuardSetParts): GuardSet {
  const { settings, kept, home } = parts
  const texts = createGuardTexts({
    guards: settings.guards, clock: parts.clock, pins: kept.storeFor<ReturnType<typeof createPins>>('pins')(createPins),
    folders: { extra: settings.guardDirs, user: home.guards, bundled: BUNDLED_GUARDS },
  })
  const pool = openPool(settings)
  const gates = createGates({
    ...parts, protectedFiles: protectedFiles(settings, home, PACKAGE, texts), nodePath: settings.sandbox.nodePath ?? process.execPath,
    report: (session, text) => { parts.human.say(session, 'warn', text) },
  })
  const scratch = createRunScratch(kept.states)
  const scripts = createScriptGuards(settings.guards, kept.states, {
    texts, runner: pool, timeoutMs: settings.timeoutMs, loop: scratch.loop, sessionTurn: createSessionTurns(),
    capabilities: parts.capabilities(scratch, gates),
    rounds: input => kept.states.of(input.session).rounds,
    log: (guard, input, level, text) => { parts.human.say(input.session, level, `${guard}: ${text}`) },
  })
  const roster = createRoster({
    first: gates.first, scripts: scripts.configured, last: gates.last,
    runtimeGuard: session => scripts.runtime(session)?.guard ?? null,
    runtimeGuardPossible: () => kept.states.runtimeGuardPossible(),
    switchedOn: name => kept.states.switchedOn(name),
  })
  return { texts, pool, gates, scripts, roster }
}

function openPool({ sandbox, timeoutMs }: Settings): ScriptRunner {
  return createScriptRunner({
    sandbox, timeoutMs, libDir: LIB,
    host: { execPath: process.execPath, versions: process.versions, isSingleExecutable: isSingleExecutable() },
    onHostExit(action) {
      process.once('exit', action)
      return () => { process.off('exit', action) }
    },
  })
}

/** `node:sea` is younger than the oldest Node that is supported, so it is asked for and not imported. */
function isSingleExecutable(): boolean {
  const ask = process as unknown as { getBuiltinModule?(name: string): { isSea?(): boolean } | undefined }
  return ask.getBuiltinModule?.('node:sea')?.isSea?.() ?? false
}
