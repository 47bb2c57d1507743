/** `log`: what acted or failed, the newest first; `log all`: every decision that is still known. */
import { MAX_RECENT } from '../state/metrics.ts'
import type { DecisionRecord, SessionRef } from '../types.ts'
import { refusalLines } from './guard-allow.ts'
import type { GuardCommandDeps, GuardReply } from './guard-verb.ts'

const DEFAULT_COUNT = 20
const GRAMMAR = `log takes all, a number from 1 to ${MAX_RECENT}, or both`

export function logReply(rest: string, session: SessionRef, deps: GuardCommandDeps): GuardReply {
  const words = rest.toLowerCase().split(/\s+/).filter(word => word !== '')
  const all = words[0] === 'all'
  const [number, ...more] = all ? words.slice(1) : words
  const count = number === undefined ? DEFAULT_COUNT : /^\d{1,4}$/.test(number) ? Number(number) : 0
  if (count < 1 || count > MAX_RECENT || more.length > 0) return { ok: false, text: `${GRAMMAR}, not "${rest}"` }
  const found = deps.metrics.recent(count, null, all ? 'all' : 'acted').slice(-count).toReversed()
  const refusals = refusalLines(session, deps)
  // The codes are for the human alone: records, which the model can read, do not have them.
  const allowable = refusals.length === 0 ? [] : ['refused calls that you can let through once:', ...refusals]
  return { ok: true, text: [headline(found, all), ...found.map(one => `  ${logLine(one, session)}`), ...allowable].join('\n') }
}

/** Stands alone where an interface shows one line of an answer. */
function headline(found: readonly DecisionRecord[], all: boolean): string {
  const oldest = found.at(-1)
  if (oldest === undefined) return all ? 'no decisions yet' : 'nothing acted and nothing failed yet; /guard log all shows what passed'
  const counts = new Map<string, number>()
  for (const { outcome } of found) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  return `${[...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ')} since ${localTime(oldest.time)}, the newest first`
}

function logLine(one: DecisionRecord, session: SessionRef): string {
  const how = one.wouldBe !== null ? ` (would be ${one.wouldBe})` : one.ended === undefined ? '' : ` (${one.ended})`
  const call = one.tool === null ? one.point : `${one.tool} at ${one.point}`
  const where = one.sessionId === session.sessionId ? '' : ` [session ${one.sessionId}]`
  return `${localTime(one.time)} ${one.guard}: ${one.outcome}${how}, ${call}${one.reason === null ? '' : ` - ${one.reason}`}${where}`
}

/** As the human's clock shows it; the day only where it is another one. */
function localTime(time: number): string {
  const date = new Date(time)
  const two = (number: number): string => String(number).padStart(2, '0')
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
  return date.toDateString() === new Date().toDateString() ? clock : `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${clock}`
}
