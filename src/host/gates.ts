/** The built-in gates with what they need of this host, in the order in which they run around the scripts. */
import { homedir, tmpdir } from 'node:os'
import type { Context } from '@deepseek-ai/cordis'
import { checkerEnvironment } from '../check/environment.ts'
import type { Processes } from '../check/process.ts'
import { createSyntaxCheckers } from '../check/syntax/checkers.ts'
import { createEffectReader } from '../gate/effects.ts'
import { createPostWriteSyntaxGate } from '../gate/post-write-syntax.ts'
import { createRepeatedFailureGate } from '../gate/repeated-failure.ts'
import type { Clock, CommandView, FilesPort, Gate, Mode, SessionRef, Settings, ToolsPort } from '../types.ts'
import type { Home } from './home.ts'
import { findHostReminder } from './host-reminder.ts'
import type { Kept } from './kept.ts'

export interface GateParts {
  readonly ctx: Context
  readonly settings: Settings
  readonly kept: Kept
  readonly clock: Clock
  readonly files: FilesPort
  readonly tools: ToolsPort
  readonly processes: Processes
  readonly home: Home
  /** The Node binary that checks run in. */
  readonly nodePath: string
  readonly refused: WeakSet<CommandView>
}

export interface Gates {
  /** Judge before the scripts: they protect the scripts themselves. */
  readonly first: readonly Gate[]
  readonly last: readonly Gate[]
  readonly all: readonly Gate[]
  /** Whether only the human may change this file. */
  isProtected(session: SessionRef, realPath: string): boolean
}

/** Gates have no mode in the configuration: they are on or off by their own keys, and the human can switch them. */
const MODE: Mode = 'enforce'

export function createGates(parts: GateParts): Gates {
  const { settings, kept, clock, files } = parts
  const environment = checkerEnvironment(process.env, process.platform)
  const reader = createEffectReader({ files, protectedTools: settings.protectedTools, home: homedir(), variables: { DSH_HOME: parts.home.dsh } })
  const repeated = createRepeatedFailureGate({
    settings, mode: MODE, clock, counters: kept.counters, perSession: create => kept.storeFor<ReturnType<typeof create>>('repeated-failure')(create),
    hostReminder: () => findHostReminder(parts.ctx),
    wasRefused: input => input.command !== null && parts.refused.has(input.command),
  })
  const syntax = createPostWriteSyntaxGate({
    settings, mode: MODE, clock, counters: kept.counters, files,
    effects: async (command, session) => (await reader.effectsOf(command, session)).effects.filter(effect => effect.kind === 'write'),
    checkers: createSyntaxCheckers({ processes: parts.processes, files, environment, temporaryFolder: tmpdir(), platform: process.platform, node: parts.nodePath }),
    perSession: create => kept.storeFor<ReturnType<typeof create>>('post-write-syntax')(create),
  })
  const last = [repeated, syntax]
  return { first: [], last, all: last, isProtected: () => false }
}
