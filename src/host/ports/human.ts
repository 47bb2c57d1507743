/** Words for the human: the standard error stream in headless, and the event for user interfaces. Never the model. */
import { oneLine } from '../../base/text.ts'
import type { HumanPort } from '../../types.ts'

const MAX_LINE = 2_000

/** @param write one line without its end, e.g. to the standard error stream. */
export function createHumanPort(write: (line: string) => void): HumanPort {
  return {
    say(session, level, text) {
      const where = session === null ? '' : ` [${shortId(session.sessionId)}]`
      write(`shooty${where} ${level}: ${oneLine(text, MAX_LINE)}`)
    },
  }
}

/** The host's ids all begin with the same word; what follows it tells sessions apart. */
function shortId(sessionId: string): string {
  return sessionId.replace(/^session-(?=.)/, '').slice(0, 8)
}
