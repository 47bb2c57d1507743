/** What one verb of `/guard` is: what it is given and what it answers. Types only. */
import type { Trial } from '../point/trial.ts'
import type { RefusedCallBook } from '../state/refused-calls.ts'
import type { GuardSettings, JsonValue, SessionRef } from '../types.ts'
import type { HumanLines } from '../state/human-lines.ts'
import type { StatusParts } from './status.ts'

export interface GuardReply {
  readonly ok: boolean
  readonly text: string
}

export interface GuardCommandDeps extends StatusParts {
  /** Calls that were refused, and that the human may let through once. */
  readonly refusals: RefusedCallBook
  /** What guards said to the human. */
  readonly said: HumanLines
  /** A script that was looked at and not taken: it is not watched on. */
  forget(guard: GuardSettings): void
  /** Looks at the disk again. @returns what came of it, for the human. */
  reload(session: SessionRef): Promise<string>
  /** Names of the session's tools; none while they are not known. */
  tools(session: SessionRef): readonly string[]
  /** What would become of this call; it is not run. */
  tryCall(session: SessionRef, tool: string, args: JsonValue): Promise<Trial>
  /** Guards of a session were set or switched: what the host calls may have to change. */
  changed(): void
}

/** @param rest what stands behind the verb, without the space around it. */
export type Verb = (rest: string, session: SessionRef, deps: GuardCommandDeps) => Promise<GuardReply> | GuardReply
