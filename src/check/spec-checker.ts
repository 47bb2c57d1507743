/** What a checker of specifications is. Types only. */
import type { CheckOutcome, SessionRef } from '../types.ts'

/** The specification as it is checked. The text is what the verdict is tied to. */
export interface SpecFile {
  /** Absolute. */
  readonly path: string
  readonly text: string
}

export interface SpecChecker {
  /** `lean`, `tool strict_check`, `command …`: part of what a verdict is tied to. */
  readonly id: string
  /** Why it cannot be asked at all; null when it can. */
  unavailable(session: SessionRef, signal: AbortSignal): Promise<string | null>
  /** Never rejects. */
  check(spec: SpecFile, session: SessionRef, signal: AbortSignal): Promise<CheckOutcome>
}
