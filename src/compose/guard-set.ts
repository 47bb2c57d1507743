/**
 * The engine, out of settings and ports: the guards' texts, the pool that runs them, the gates, and the roster that
 * orders them. Knows no host, so that the command line judges with the same parts as dsh.
 */
import { homedir } from 'node:os'
import { createGuardTexts, createPins } from '../guard/texts.ts'
import type { GuardTextStore } from '../guard/texts.ts'
import { createScriptRunner } from '../pool/create.ts'
import type { ScriptRunner } from '../pool/create.ts'
import { nodeForChecks, thisProcess } from '../pool/node-binary.ts'
import type { HostProcess } from '../pool/node-binary.ts'
import { createRoster } from '../point/roster.ts'
import type { Roster } from '../point/roster.ts'
import { createSessionTurns } from '../point/session-turn.ts'
import { createCapabilities } from './capabilities.ts'
import type { EnginePorts } from './engine-ports.ts'
import { createGates } from './gates.ts'
import type { Gates } from './gates.ts'
import type { Home } from '../config/home.ts'
import type { CommandView, Settings } from '../types.ts'
import type { Memory } from './memory.ts'
import { BUNDLED_GUARDS, LIB, PACKAGE } from './package-files.ts'
import { createSkillGuards } from './skill-guards.ts'
import type { SkillGuards } from './skill-guards.ts'
import { protectedFiles } from './protected.ts'
import { createRunScratch, createScriptGuards } from './script-guards.ts'
import type { ScriptGuards } from './script-guards.ts'

export interface GuardSet {
  readonly texts: GuardTextStore
  readonly pool: ScriptRunner
  readonly gates: Gates
  readonly scripts: ScriptGuards
  readonly roster: Roster
  readonly skills: SkillGuards
}

export interface GuardSetParts {
  readonly settings: Settings
  readonly home: Home
  readonly memory: Memory
  readonly ports: EnginePorts
  /** Calls that were refused, or put to the human, before they ran. */
  readonly refused: WeakSet<CommandView>
}

export function createGuardSet({ settings, home, memory, ports, refused }: GuardSetParts): GuardSet {
  const texts = createGuardTexts({
    guards: settings.guards, clock: ports.clock, pins: memory.storeFor<ReturnType<typeof createPins>>('pins')(createPins),
    folders: { extra: settings.guardDirs, user: home.guards, bundled: BUNDLED_GUARDS },
  })
  const host = thisProcess()
  const skills = createSkillGuards({
    from: settings.skillGuards, memory, skills: ports.skills,
    note(key, text) { if (memory.notes.put(key, text)) ports.human.say(null, 'warn', text) },
  })
  const pool = openPool(settings, host)
  const gates = createGates({
    settings, memory, ports, refused, home, protectedFiles: protectedFiles(settings, home, PACKAGE, texts, session => skills.files(session)),
    nodePath: nodeForChecks(settings.sandbox.nodePath, host),
  })
  const scratch = createRunScratch(memory.states)
  const scripts = createScriptGuards(settings.guards, memory.states, {
    texts, runner: pool, home: homedir(), timeoutMs: settings.timeoutMs, sessionTurn: createSessionTurns(),
    capabilities: createCapabilities({
      llm: settings.llm, states: memory.states, tokens: memory.tokens, ports, scratch, skillGuards: skills, reader: gates.effects,
      isProtected: (session, path) => gates.tamper.covers(path, session),
    }),
    rounds: input => memory.states.of(input.session).rounds,
    log: (guard, input, level, text) => { ports.human.say(input.session, level, `${guard}: ${text}`) },
  })
  const roster = createRoster({
    first: gates.first, scripts: scripts.configured, last: gates.last,
    skillGuards: session => skills.of(session).map(entry => scripts.make(entry).guard),
    skillGuardPossible: point => skills.possible(point),
    runtimeGuard: session => scripts.runtime(session)?.guard ?? null,
    runtimeGuardPossible: () => memory.states.runtimeGuardPossible(),
    switchedOn: name => memory.states.switchedOn(name),
  })
  return { texts, pool, gates, scripts, roster, skills }
}

function openPool({ sandbox, timeoutMs }: Settings, host: HostProcess): ScriptRunner {
  return createScriptRunner({
    sandbox, timeoutMs, libDir: LIB,
    host,
    onHostExit(action) {
      process.once('exit', action)
      return () => { process.off('exit', action) }
    },
  })
}
