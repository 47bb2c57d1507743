/**
 * Faults of services and networks, by their words. Two questions: is a failure one of these, and is
 * an answer that claims success nothing but one of these.
 */
import type { CommandView } from '../../types.ts'
import { runsCommands } from './exit.ts'

const FAULTS: readonly RegExp[] = [
  /\btoo many requests\b|\brate[ _-]?limit(?:s|ed|ing|_error)?\b|\bquota (?:has been )?exceeded\b|\bthrottl(?:ed|ing)\b/i,
  /\boverloaded(?:_error)?\b|\bserver (?:is )?(?:too )?busy\b|\btemporarily unavailable\b|\bservice unavailable\b|\bbad gateway\b|\bgateway time-?out\b|\binternal server error\b|\bupstream (?:connect error|request timeout)\b/i,
  /\b(?:HTTP(?:\/\d(?:\.\d)?)?|status(?: ?code)?|error(?: code)?|statusCode|code|response)["']?[ :=(]{1,4}(?:429|5(?:0[0234]|2\d))\b/i,
  /^\W{0,5}(?:error\W{1,3})?(?:429|50[234]|529)\b/i,
  /\b(?:ECONNRESET|ETIMEDOUT|ESOCKETTIMEDOUT|EAI_AGAIN|ENOTFOUND|ENETUNREACH|ENETDOWN|EHOSTUNREACH|ECONNABORTED|UND_ERR_[A-Z_]{3,40}|SSL_ERROR_SYSCALL)\b/,
  /\bconnection (?:was )?(?:reset|timed? ?out|aborted|closed unexpectedly)\b|\bsocket hang up\b|\bremote end closed connection\b|\bbroken connection\b/i,
  /\bcould not resolve (?:host|proxy)\b|\bname resolution\b|\bgetaddrinfo\b|\bname or service not known\b|\bnetwork is (?:unreachable|down)\b|\bno route to host\b/i,
  /\bfetch failed\b|\bTLS handshake timeout\b|\b(?:request|read|connect|connection|handshake) time(?:d ?out|out)\b|\bi\/o timeout\b|\bcontext deadline exceeded\b/i,
]

const REFUSED_CONNECTION = /\bECONNREFUSED\b|\bconnection refused\b/i
const LOCAL = /\blocalhost\b|\b127\.\d|\[?::1\b|\b0\.0\.0\.0\b/i

/** @param text bounded by the caller. */
export function isInfrastructure(text: string): boolean {
  if (FAULTS.some(pattern => pattern.test(text))) return true
  // Nobody listens on this machine: waiting does not start a server.
  return REFUSED_CONNECTION.test(text) && !LOCAL.test(text)
}

/** Tools whose answers quote files and lists: words about faults there are content. */
const READERS = /^(?:read|view|grep|glob|ls|list|find|cat|todo|skill|edit|write|str_replace|guard_|search_files|notebook)/i

/** An answer longer than this has content of its own. UTF-16 units. */
const MAX_ANSWER = 2_000
const MAX_SHELL_ANSWER = 300
/** The fault has to be what the answer begins with. */
const MAX_INDEX = 100
const MAX_SHELL_INDEX = 30

/** @param text the answer of a call that the host takes for a success. */
export function claimsSuccess(command: CommandView, text: string): boolean {
  const fetched = /^Fetched \S{1,2000} \(HTTP (\d{3})\)/.exec(text)
  if (fetched?.[1] !== undefined) return /^(?:429|5\d\d)$/.test(fetched[1])
  const answer = text.slice(0, MAX_ANSWER + 1).trim()
  const shell = runsCommands(command)
  if (READERS.test(command.name) || answer.length > (shell ? MAX_SHELL_ANSWER : MAX_ANSWER)) return false
  if (answer.startsWith('{')) return /"(?:errors?|fault|statusCode|status|code)"\s{0,3}:/i.test(answer) && isInfrastructure(answer)
  if (answer.startsWith('<')) return /<title>\s{0,3}(?:error )?(?:429|50[0234])\b/i.test(answer)
  // Cut where the fault may begin at the latest, with room for its own words.
  const index = shell ? MAX_SHELL_INDEX : MAX_INDEX
  return FAULTS.some((pattern) => {
    const found = pattern.exec(answer)
    return found !== null && found.index <= index
  })
}
