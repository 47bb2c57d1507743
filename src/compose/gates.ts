/** The built-in gates with what they need, in the order in which they run around the scripts. Knows no host. */
import { readFile } from 'node:fs/promises'
import { homedir, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { checkerEnvironment } from '../check/environment.ts'
import { createSyntaxCheckers } from '../check/syntax/checkers.ts'
import { createSpecCheckers } from '../check/spec.ts'
import { leanEnvironment } from '../check/spec-lean.ts'
import { createCriticalPathsGate } from '../gate/critical-paths.ts'
import type { CriticalPathsGate } from '../gate/critical-paths.ts'
import { createDestructiveGate } from '../gate/destructive/gate.ts'
import type { DestructiveGate } from '../gate/destructive/gate.ts'
import { createEffectReader } from '../gate/effects.ts'
import type { EffectReader } from '../gate/effects.ts'
import { createLockedPathsGate } from '../gate/locked-paths.ts'
import type { LockedPathsGate } from '../gate/locked-paths.ts'
import { createPostWriteSyntaxGate } from '../gate/post-write-syntax.ts'
import { createRepeatedFailureGate } from '../gate/repeated-failure.ts'
import { createTamperProtectionGate } from '../gate/tamper-protection.ts'
import type { ProtectedFiles, TamperProtectionGate } from '../gate/tamper-protection.ts'
import type { Home } from '../config/home.ts'
import type { CommandView, Gate, Mode, SessionRef, Settings } from '../types.ts'
import type { EnginePorts } from './engine-ports.ts'
import type { Memory } from './memory.ts'
import { SYNTAX_CHILD } from './package-files.ts'

export interface GateParts {
  readonly settings: Settings
  readonly memory: Memory
  readonly ports: EnginePorts
  readonly home: Home
  /** The Node binary that checks run in. */
  readonly nodePath: string
  readonly refused: WeakSet<CommandView>
  protectedFiles(session: SessionRef): ProtectedFiles
}

export interface Gates {
  /** Judge before the scripts: they protect the scripts themselves. */
  readonly first: readonly Gate[]
  readonly last: readonly Gate[]
  readonly all: readonly Gate[]
  readonly critical: CriticalPathsGate
  readonly locked: LockedPathsGate
  readonly tamper: TamperProtectionGate
  readonly destructive: DestructiveGate
  /** What the gates read of calls; for guards too, so that a call is read once. */
  readonly effects: EffectReader
}

/** Gates have no mode in the configuration: they are on or off by their own keys, and the human can switch them. */
const MODE: Mode = 'enforce'

export function createGates(parts: GateParts): Gates {
  const { settings, memory } = parts
  const { clock, files, human, processes, readingMs, tools } = parts.ports
  const environment = checkerEnvironment(process.env, process.platform)
  const effects = createEffectReader({
    files, protectedTools: settings.protectedTools, home: homedir(), variables: { TMPDIR: process.env.TMPDIR ?? '/tmp', ...userName(), DSH_HOME: parts.home.dsh },
    ...readingMs === undefined ? {} : { budgetMs: readingMs },
  })
  const shared = { settings, mode: MODE, clock, counters: memory.counters, files, effects }
  const tamper = createTamperProtectionGate({ ...shared, dshHome: parts.home.dsh, protectedFiles: session => parts.protectedFiles(session) })
  const locked = createLockedPathsGate({ ...shared, home: homedir() })
  const destructive = createDestructiveGate({
    ...shared, home: homedir(), temp: [tmpdir()], packFolders: [parts.home.guards, parts.home.dsh, join(parts.home.dsh, 'shooty')],
    perSession: create => memory.registry.store(create),
    readLocal: path => readFile(path, 'utf8').catch(() => null),
    report: (text) => { human.say(null, 'warn', text) },
  })
  const critical = createCriticalPathsGate({
    ...shared, home: homedir(), report: (session, text) => { human.say(session, 'warn', text) },
    checkers: createSpecCheckers({ settings, process: processes, tools, env: leanEnvironment(process.env, process.platform), now: () => clock.now() }),
    perSession: create => memory.storeFor<ReturnType<typeof create>>('critical-paths')(create),
  })
  // A pattern that protects nothing looks like protection; the status shows it to whoever asks, this to whoever starts.
  for (const note of critical.notes()) human.say(null, 'warn', note)
  const repeated = createRepeatedFailureGate({
    ...shared, perSession: create => memory.storeFor<ReturnType<typeof create>>('repeated-failure')(create),
    hostReminder: () => parts.ports.hostReminder(),
    wasRefused: input => input.command !== null && parts.refused.has(input.command),
  })
  const syntax = createPostWriteSyntaxGate({
    repairable: (path, session) => critical.openWindow(path, session),
    ...shared, perSession: create => memory.storeFor<ReturnType<typeof create>>('post-write-syntax')(create),
    effects: async (command, session) => (await effects.effectsOf(command, session)).effects.filter(effect => effect.kind === 'write'),
    checkers: createSyntaxCheckers({
      processes, files, environment, temporaryFolder: tmpdir(), platform: process.platform, node: parts.nodePath, childEntry: SYNTAX_CHILD,
    }),
  })
  return { first: [tamper, locked, destructive], last: [critical, repeated, syntax], all: [destructive, critical, locked, repeated, syntax, tamper], critical, locked, tamper, destructive, effects }
}

/** `$USER` is in every shell, and in paths that commands name. */
function userName(): { readonly USER?: string } {
  try {
    return { USER: process.env.USER ?? userInfo().username }
  } catch {
    // A user id without an entry in the system's list.
    return {}
  }
}
