/**
 * Frames between the host and a runner. One direction each; a parser per direction rebuilds every
 * frame field by field and drops what it does not know.
 *
 * A frame on the wire is a 4-byte little-endian length and that many bytes of UTF-8 JSON. A worker
 * runner carries the same JSON texts as messages.
 */
import { isJsonObject } from './base/json.ts'
import type { GuardAction, JsonObject, JsonValue, LogLine, Point, Mode, Position, SessionRef, CommandView, ResultView } from './types.ts'

/** Largest frame that a runner may send, bytes of JSON. */
export const MAX_FRAME_FROM_RUNNER = 1 << 20
/** Largest frame that the host sends, bytes of JSON; a larger input is a fault of the run. */
export const MAX_FRAME_TO_RUNNER = 16 << 20
/** Longest string that a script may hand over, UTF-16 units. */
export const MAX_SCRIPT_STRING = 65_536
/** Longest text that a script may put in place of a result, UTF-16 units. */
export const MAX_REPLACEMENT = 262_144
/** Largest JSON value that a script may hand over, and the size of one scratch store, bytes of JSON. */
export const MAX_SCRIPT_JSON = 65_536
/** Levels of nesting in a value that crosses. */
export const MAX_JSON_DEPTH = 100
/** Longest key of a scratch store, UTF-16 units. */
export const MAX_KEY = 256
/** Host calls and actions of one run, together. */
export const MAX_HOST_CALLS = 1000
/** Log lines of one run; more are counted. */
export const MAX_LOG_LINES = 200
/** Longest log line, and the largest log data in bytes of JSON. */
export const MAX_LOG_TEXT = 2000
/** Everything that one run may send, bytes of JSON. */
export const MAX_RUN_BYTES = 8 << 20
/** Longest message of a fault, UTF-16 units. */
export const MAX_FAULT_TEXT = 2000

const MAX_METHOD = 64
const MAX_ARGUMENTS = 8

/** What one run gets to see; becomes `vance`. */
export interface RunFrameInput {
  readonly point: Point
  readonly task: string
  readonly request: string
  readonly output: string
  readonly round: number
  readonly maxRounds: number
  readonly naturalStop: boolean
  readonly command: CommandView | null
  readonly result: ResultView | null
  readonly mode: Mode
  readonly params: JsonObject
  readonly session: SessionRef
  readonly allowTools: boolean
  readonly now: number
  readonly loopScratch: JsonObject | null
}

/** Host to runner. */
export type HostFrame =
  /** Compiles a guard in a compartment of its own. No answer: a failure comes with the first run. */
  | { readonly t: 'load', readonly hash: string, readonly name: string, readonly code: string, readonly isAsync: boolean, readonly maxSteps: number }
  | { readonly t: 'run', readonly run: number, readonly hash: string, readonly input: RunFrameInput }
  /** The answer to one host call. */
  | { readonly t: 'ret', readonly call: number, readonly ok: true, readonly value: JsonValue }
  | { readonly t: 'ret', readonly call: number, readonly ok: false, readonly code: string, readonly message: string }

/** Runner to host. */
export type RunnerFrame =
  | { readonly t: 'ready', readonly node: string }
  /** An action without a result; sent at once, so that it survives a kill. */
  | { readonly t: 'act', readonly run: number, readonly action: GuardAction }
  /** A one-way host call, e.g. a scratch write. */
  | { readonly t: 'tell', readonly run: number, readonly method: string, readonly args: readonly JsonValue[] }
  | { readonly t: 'log', readonly run: number, readonly line: LogLine }
  /** A host call; the script waits for the `ret` of the same number. */
  | { readonly t: 'call', readonly run: number, readonly call: number, readonly method: string, readonly args: readonly JsonValue[] }
  | {
    readonly t: 'done'
    readonly run: number
    readonly fault: { readonly code: 'script_threw' | 'wrong_action' | 'step_limit' | 'never_settled' | 'not_parsed' | 'internal', readonly message: string, readonly position: Position | null } | null
    readonly logsDropped: number
    /** Processor time of the run; null where the runner cannot tell its own. Its word only: nothing but the sharing of runners goes by it. */
    readonly cpuMs: number | null
  }

// ---------------------------------------------------------------- encoding

/** Host frames as text. `run` is apart: its input is turned into text once, whatever becomes of the attempt. */
export function frameText(frame: HostFrame | RunnerFrame): string {
  return JSON.stringify(frame)
}

/** A `run` frame around an input that is text already. */
export function runFrameText(run: number, hash: string, inputText: string): string {
  return `{"t":"run","run":${run},"hash":${JSON.stringify(hash)},"input":${inputText}}`
}

// ---------------------------------------------------------------- parsing

/**
 * Reads what a runner sent. Whoever has broken out of a compartment writes these: every field is
 * checked and rebuilt, nested values are bounded in depth, so that no later walk over them overflows.
 * @returns null for anything that is not a frame; the runner is then not to be trusted any more.
 */
export function parseRunnerFrame(text: string): RunnerFrame | null {
  const raw = parseObject(text)
  if (raw === null) return null
  if (raw['t'] === 'ready') return isText(raw['node'], 64) ? { t: 'ready', node: raw['node'] } : null
  const run = raw['run']
  if (!isCount(run)) return null
  switch (raw['t']) {
    case 'act': {
      const action = readAction(raw['action'])
      return action === null ? null : { t: 'act', run, action }
    }
    case 'tell': {
      const { method, args } = raw
      return isText(method, MAX_METHOD) && isArguments(args) ? { t: 'tell', run, method, args } : null
    }
    case 'call': {
      const { call, method, args } = raw
      return isCount(call) && isText(method, MAX_METHOD) && isArguments(args) ? { t: 'call', run, call, method, args } : null
    }
    case 'log': {
      const line = readLogLine(raw['line'])
      return line === null ? null : { t: 'log', run, line }
    }
    case 'done': return readDone(raw, run)
    default: return null
  }
}

/** Reads what the host sent. The host is trusted; a frame that does not parse means that the stream is broken. */
export function parseHostFrame(text: string): HostFrame | null {
  const raw = parseObject(text)
  if (raw === null) return null
  switch (raw['t']) {
    case 'load': {
      const { hash, name, code, isAsync, maxSteps } = raw
      if (typeof hash !== 'string' || typeof name !== 'string' || typeof code !== 'string' || typeof isAsync !== 'boolean' || !isCount(maxSteps)) return null
      return { t: 'load', hash, name, code, isAsync, maxSteps }
    }
    case 'run': {
      const { run, hash } = raw
      const input = readInput(raw['input'])
      return isCount(run) && typeof hash === 'string' && input !== null ? { t: 'run', run, hash, input } : null
    }
    case 'ret': {
      const { call, ok, value, code, message } = raw
      if (!isCount(call)) return null
      if (ok === true) return value === undefined ? null : { t: 'ret', call, ok, value }
      return ok === false && typeof code === 'string' && typeof message === 'string' ? { t: 'ret', call, ok, code, message } : null
    }
    default: return null
  }
}

function parseObject(text: string): JsonObject | null {
  try {
    const value = JSON.parse(text) as JsonValue
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}

function readAction(raw: JsonValue | undefined): GuardAction | null {
  if (!isJsonObject(raw)) return null
  const { kind, reason, feedback, text } = raw
  switch (kind) {
    case 'deny':
    case 'ask':
      return isText(reason, MAX_SCRIPT_STRING) ? { kind, reason } : null
    case 'block':
      return isText(feedback, MAX_SCRIPT_STRING) ? { kind, feedback } : null
    case 'replace':
      return isText(text, MAX_REPLACEMENT) ? { kind, text } : null
    case 'setTurnPrompt':
    case 'notice':
      return isText(text, MAX_SCRIPT_STRING) ? { kind, text } : null
    default: return null
  }
}

function readLogLine(raw: JsonValue | undefined): LogLine | null {
  if (!isJsonObject(raw)) return null
  const { level, text, data = null } = raw
  if ((level !== 'info' && level !== 'warn') || !isText(text, MAX_LOG_TEXT) || !isPlain(data, MAX_JSON_DEPTH)) return null
  return { level, text, data }
}

const SCRIPT_FAULTS = ['script_threw', 'wrong_action', 'step_limit', 'never_settled', 'not_parsed', 'internal'] as const

function readDone(raw: JsonObject, run: number): RunnerFrame | null {
  const { fault, logsDropped, cpuMs } = raw
  if (!isCount(logsDropped) || !isDuration(cpuMs)) return null
  if (fault === null) return { t: 'done', run, fault, logsDropped, cpuMs }
  if (!isJsonObject(fault)) return null
  const { message, position } = fault
  const code = SCRIPT_FAULTS.find(known => known === fault['code'])
  if (code === undefined || !isText(message, MAX_FAULT_TEXT)) return null
  if (position === null) return { t: 'done', run, fault: { code, message, position }, logsDropped, cpuMs }
  if (!isJsonObject(position) || !isPlace(position['line']) || !isPlace(position['column'])) return null
  return { t: 'done', run, fault: { code, message, position: { line: position['line'], column: position['column'] } }, logsDropped, cpuMs }
}

function readInput(raw: JsonValue | undefined): RunFrameInput | null {
  if (!isJsonObject(raw)) return null
  const { task, request, output, round, maxRounds, naturalStop, params, allowTools, now, loopScratch } = raw
  const point = POINTS.find(known => known === raw['point'])
  const mode = MODES.find(known => known === raw['mode'])
  const command = orNull(raw['command'], readCommand)
  const result = orNull(raw['result'], readResult)
  const session = readSession(raw['session'])
  if (point === undefined || mode === undefined || command === undefined || result === undefined || session === undefined) return null
  if (typeof task !== 'string' || typeof request !== 'string' || typeof output !== 'string') return null
  if (!isCount(round) || !isCount(maxRounds) || typeof naturalStop !== 'boolean' || typeof allowTools !== 'boolean') return null
  if (!isJsonObject(params) || typeof now !== 'number' || (loopScratch !== null && !isJsonObject(loopScratch))) return null
  return { point, task, request, output, round, maxRounds, naturalStop, command, result, mode, params, session, allowTools, now, loopScratch }
}

function orNull<T>(raw: JsonValue | undefined, read: (raw: JsonValue | undefined) => T | undefined): T | null | undefined {
  return raw === null ? null : read(raw)
}

function readCommand(raw: JsonValue | undefined): CommandView | undefined {
  if (!isJsonObject(raw)) return undefined
  const { name, args, callId } = raw
  return typeof name === 'string' && args !== undefined && typeof callId === 'string' ? { name, args, callId } : undefined
}

function readResult(raw: JsonValue | undefined): ResultView | undefined {
  if (!isJsonObject(raw)) return undefined
  const { isError, text, durationMs } = raw
  const error = orNull(raw['error'], readResultError)
  if (typeof isError !== 'boolean' || typeof text !== 'string' || typeof durationMs !== 'number' || error === undefined) return undefined
  return { isError, text, error, durationMs }
}

function readResultError(raw: JsonValue | undefined): ResultView['error'] | undefined {
  if (!isJsonObject(raw)) return undefined
  const { message, code } = raw
  return typeof message === 'string' && (code === null || typeof code === 'string') ? { message, code } : undefined
}

function readSession(raw: JsonValue | undefined): SessionRef | undefined {
  if (!isJsonObject(raw)) return undefined
  const { sessionId, agentId, rootSessionId, cwd, isSubagent } = raw
  if (typeof sessionId !== 'string' || typeof agentId !== 'string' || typeof rootSessionId !== 'string') return undefined
  return typeof cwd === 'string' && typeof isSubagent === 'boolean' ? { sessionId, agentId, rootSessionId, cwd, isSubagent } : undefined
}

const POINTS: readonly Point[] = ['start', 'command', 'result', 'stop', 'terminate']
const MODES: readonly Mode[] = ['enforce', 'observe', 'off']

function isText(value: JsonValue | undefined, max: number): value is string {
  return typeof value === 'string' && value.length <= max
}

function isCount(value: JsonValue | undefined): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function isDuration(value: JsonValue | undefined): value is number | null {
  return value === null || typeof value === 'number' && Number.isFinite(value) && value >= 0
}

function isPlace(value: JsonValue | undefined): value is number {
  return isCount(value) && value >= 1
}

function isArguments(value: JsonValue | undefined): value is JsonValue[] {
  return Array.isArray(value) && value.length <= MAX_ARGUMENTS && isPlain(value, MAX_JSON_DEPTH + 1)
}

/** Not nested too deeply, and no number that JSON cannot write: `1e999` is read as infinity. */
function isPlain(value: JsonValue, levels: number): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  return Object.values(value).every((item: JsonValue) => isPlain(item, levels - 1))
}
