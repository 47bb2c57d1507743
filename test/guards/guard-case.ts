/** The form of the cases of bundled guards: runs in one session, in order, and what each comes to. */
import type { JsonObject, PointInput, Settings, TurnView } from '../../src/types.ts'
import type { ScriptedAnswer } from '../support/session/api-run.ts'
import type { GuardOutcome } from '../support/session/guard-session.ts'

export interface GuardStep {
  /** Begins a new real user turn before this step. */
  readonly newTurn?: true
  readonly input: Partial<PointInput>
  readonly params?: JsonObject
  /** What the turn did so far. */
  readonly turn?: Partial<TurnView>
  /** What happened; texts may be given as patterns, the line of a fault as a piece of it. Nothing else may have happened. */
  readonly expect: { readonly [K in keyof GuardOutcome]?: K extends 'faultLine' ? string : GuardOutcome[K] | RegExp }
}

export interface GuardCase {
  readonly name: string
  readonly params?: JsonObject
  /** What the model answers, over all steps. */
  readonly answers?: readonly ScriptedAnswer[]
  /** Texts that the requests must hold, one pattern for each request. */
  readonly requests?: readonly RegExp[]
  readonly skills?: readonly string[]
  readonly llm?: Partial<Settings['llm']>
  readonly steps: readonly GuardStep[]
}

export const QUIET: GuardStep['expect'] = {}
