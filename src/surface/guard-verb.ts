/** What one verb of `/guard` is: what it is given and what it answers. Types only. */
import type { RefusedCallBook } from '../state/refused-calls.ts'
import type { GuardSettings, SessionRef } from '../types.ts'
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
  /** Guards of a session were set or switched: what the host calls may have to change. */
  changed(): void
}

/** @param rest what stands behind the verb, without the space around it. */
export type Verb = (rest: string, session: SessionRef, deps: GuardCommandDeps) => Promise<GuardReply> | GuardReply
