/** What the protocol declares about its frames, said once more and in another way, to compare its parsers with. */
import { MAX_FAULT_TEXT, MAX_JSON_DEPTH, MAX_LOG_TEXT, MAX_REPLACEMENT, MAX_SCRIPT_STRING } from '../../../src/protocol.ts'

type Shape = (value: unknown) => boolean

const anyText: Shape = value => typeof value === 'string'
const flag: Shape = value => typeof value === 'boolean'
const anyNumber: Shape = value => typeof value === 'number'
const count: Shape = value => typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER && value % 1 === 0
const duration: Shape = value => typeof value === 'number' && Number.isFinite(value) && value >= 0
const place: Shape = value => count(value) && value !== 0
const anything: Shape = value => value !== undefined
const text = (most: number): Shape => value => typeof value === 'string' && value.length <= most
const oneOf = (...values: readonly unknown[]): Shape => value => values.includes(value)
const either = (...shapes: readonly Shape[]): Shape => value => shapes.some(shape => shape(value))
const nothing = oneOf(null)
const record: Shape = value => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Has these keys and no other, all of them its own. */
const exactly = (keys: Readonly<Record<string, Shape>>): Shape => value =>
  record(value) && Object.getPrototypeOf(value) === Object.prototype
  && Object.keys(value as object).sort().join() === Object.keys(keys).sort().join()
  && Object.entries(keys).every(([key, shape]) => shape((value as Record<string, unknown>)[key]))

const plain = (levels: number): Shape => (value) => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value === 'object' && levels > 0 && Object.values(value).every(plain(levels - 1))
}
const argumentList: Shape = value => Array.isArray(value) && value.length <= 8 && value.every(plain(MAX_JSON_DEPTH))

export const isDeclaredRunnerFrame: Shape = either(
  exactly({ t: oneOf('ready'), node: text(64) }),
  exactly({ t: oneOf('act'), run: count, action: either(
    exactly({ kind: oneOf('deny', 'ask'), reason: text(MAX_SCRIPT_STRING) }),
    exactly({ kind: oneOf('block'), feedback: text(MAX_SCRIPT_STRING) }),
    exactly({ kind: oneOf('replace'), text: text(MAX_REPLACEMENT) }),
    exactly({ kind: oneOf('setTurnPrompt', 'notice'), text: text(MAX_SCRIPT_STRING) }),
  ) }),
  exactly({ t: oneOf('tell'), run: count, method: text(64), args: argumentList }),
  exactly({ t: oneOf('call'), run: count, call: count, method: text(64), args: argumentList }),
  exactly({ t: oneOf('log'), run: count, line: exactly({ level: oneOf('info', 'warn'), text: text(MAX_LOG_TEXT), data: plain(MAX_JSON_DEPTH) }) }),
  exactly({ t: oneOf('done'), run: count, logsDropped: count, cpuMs: either(nothing, duration), fault: either(nothing, exactly({
    code: oneOf('script_threw', 'wrong_action', 'step_limit', 'never_settled', 'not_parsed', 'internal'),
    message: text(MAX_FAULT_TEXT),
    position: either(nothing, exactly({ line: place, column: place })),
  })) }),
)

/** The host is trusted: its numbers and nested values are what `JSON.stringify` wrote. */
export const isDeclaredHostFrame: Shape = either(
  exactly({ t: oneOf('load'), hash: anyText, name: anyText, code: anyText, isAsync: flag, maxSteps: count }),
  exactly({ t: oneOf('run'), run: count, hash: anyText, input: exactly({
    point: oneOf('start', 'command', 'result', 'stop', 'terminate'), task: anyText, request: anyText, output: anyText,
    round: count, maxRounds: count, naturalStop: flag, mode: oneOf('enforce', 'observe', 'off'), params: record, allowTools: flag, now: anyNumber,
    loopScratch: either(nothing, record),
    command: either(nothing, exactly({ name: anyText, args: anything, callId: anyText })),
    result: either(nothing, exactly({ isError: flag, text: anyText, durationMs: anyNumber, error: either(nothing, exactly({ message: anyText, code: either(nothing, anyText) })) })),
    session: exactly({ sessionId: anyText, agentId: anyText, rootSessionId: anyText, cwd: anyText, isSubagent: flag }),
  }) }),
  exactly({ t: oneOf('ret'), call: count, ok: oneOf(true), value: anything }),
  exactly({ t: oneOf('ret'), call: count, ok: oneOf(false), code: anyText, message: anyText }),
)
