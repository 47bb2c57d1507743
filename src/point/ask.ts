/** How a guard's question about a call ended, told from what the host let us see of it. Pure. */
import type { AskEnd } from '../types.ts'

export interface AskFacts {
  /** The tool's body was reached. */
  readonly ran: boolean
  readonly cancelled: boolean
  /** The host's word for the answer; null where the question reached nobody who answers. */
  readonly answer: string | null
  /** There is somebody to route the question to. */
  readonly reachable: boolean
  /** The session's permission mode refuses questions by itself. */
  readonly modeRefuses: boolean
}

/** The host's words of an answer; a word that is not here is read from what became of the call. */
const ENDS: Readonly<Record<string, AskEnd>> = {
  'allowed-once': 'approved',
  'rejected': 'rejected',
  'cancelled': 'cancelled',
  'unavailable': 'nobody',
}

export function endOfAsk({ ran, cancelled, answer, reachable, modeRefuses }: AskFacts): AskEnd {
  if (answer !== null) return ENDS[answer] ?? (ran ? 'approved' : 'rejected')
  if (ran) return 'auto-approved'
  if (cancelled) return 'cancelled'
  return reachable && modeRefuses ? 'auto-rejected' : 'nobody'
}
