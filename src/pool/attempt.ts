/**
 * One attempt at a run, seen from the host: takes the runner's frames, collects what the guard asked
 * for, and has the host answer its calls. Trusts nothing: a frame that a runner of ours would not send
 * at that moment ends the attempt.
 */
import { GuardError, assertNever, describeThrown } from '../errors.ts'
import { ownPosition } from '../base/position.ts'
import { oneLine } from '../base/text.ts'
import { MAX_FAULT_TEXT, MAX_FRAME_FROM_RUNNER, MAX_FRAME_TO_RUNNER, MAX_HOST_CALLS, MAX_LOG_LINES, MAX_RUN_BYTES, frameText, type RunnerFrame } from '../protocol.ts'
import type { Fault, GuardAction, JsonValue, LogLine, RunJob } from '../types.ts'

/** Calls that can be made again without anything happening twice. A run that made another is not repeated. */
const REPEATABLE: ReadonlySet<string> = new Set([
  'scratch.loop.fetch', 'scratch.session.get', 'scratch.session.has', 'documents.read', 'documents.exists',
  'documents.list', 'documents.meta', 'tools.list', 'tools.has', 'llm.call', 'llm.callForJson',
])

/** Of these, the ones that cost money and much of a run's time: nobody makes them again only for others to get on. */
const COSTLY: ReadonlySet<string> = new Set(['llm.call', 'llm.callForJson'])

export interface AttemptEvents {
  reply(text: string): void
  /** @param cpuMs what the runner says that the run used. */
  done(fault: Fault | null, logsDropped: number, cpuMs: number | null): void
  /** The runner sent what it must not send. */
  violated(reason: string): void
  now(): number
}

export interface Attempt {
  readonly run: number
  readonly actions: readonly GuardAction[]
  readonly logs: readonly LogLine[]
  take(frame: RunnerFrame, bytes: number): void
  /** The guard waits for the host at this moment. */
  waiting(): boolean
  /** Nothing was done yet that must not be done twice. */
  repeatable(): boolean
  /** And nothing that would be dear to do again. */
  movable(): boolean
  /** Milliseconds spent waiting for the host; the rest may be the runner's own work. */
  waitedMs(): number
  /** Aborts what the host still does for this attempt, and takes no more frames. */
  close(reason: () => GuardError): void
}

export function createAttempt(run: number, job: RunJob, events: AttemptEvents): Attempt {
  const actions: GuardAction[] = []
  const logs: LogLine[] = []
  // Made for the first call: most runs make none.
  let aborter: AbortController | null = null
  let closed = false
  let waitingFor: number | null = null
  let waitingSince = 0
  let waited = 0
  let asked = 0
  let bytes = 0
  let repeatable = true
  let costly = false
  let tellFault: Fault | null = null

  const answer = (call: number, text: string): void => {
    if (waitingFor !== call || closed) return
    waitingFor = null
    waited += events.now() - waitingSince
    events.reply(text)
  }
  const call = (frame: Extract<RunnerFrame, { t: 'call' }>): void => {
    waitingFor = frame.call
    waitingSince = events.now()
    repeatable &&= REPEATABLE.has(frame.method)
    costly ||= COSTLY.has(frame.method)
    aborter ??= new AbortController()
    callHost(job, frame.method, frame.args, aborter.signal).then(
      (value) => { answer(frame.call, answerText(frame.call, value)) },
      (error: unknown) => { answer(frame.call, refusalText(frame.call, error)) },
    )
  }
  const tell = (method: string, args: readonly JsonValue[]): void => {
    repeatable = false
    try {
      job.host.tell(method, args)
    } catch (error) {
      tellFault ??= { code: 'script_threw', message: oneLine(describeThrown(error), MAX_FAULT_TEXT), position: null }
    }
  }
  const violationOf = (frame: RunnerFrame): string | null => {
    if (frame.t === 'ready') return 'it started twice'
    if (frame.run !== run) return `it spoke for run ${frame.run} during run ${run}`
    if (waitingFor !== null) return 'it went on while it waited for an answer'
    if (bytes > MAX_RUN_BYTES + MAX_FRAME_FROM_RUNNER) return `it sent more than ${MAX_RUN_BYTES} bytes`
    if (frame.t === 'log') return logs.length >= MAX_LOG_LINES ? `it sent more than ${MAX_LOG_LINES} log lines` : null
    return frame.t !== 'done' && ++asked > MAX_HOST_CALLS ? `it made more than ${MAX_HOST_CALLS} calls` : null
  }

  return {
    run, actions, logs,
    take(frame, size) {
      bytes += size
      const violation = violationOf(frame)
      if (violation !== null) {
        events.violated(violation)
        return
      }
      switch (frame.t) {
        case 'act':
          actions.push(frame.action)
          break
        case 'log':
          logs.push(frame.line)
          break
        case 'tell':
          tell(frame.method, frame.args)
          break
        case 'call':
          call(frame)
          break
        case 'done':
          events.done(frame.fault === null ? tellFault : ownFault(job, frame.fault), frame.logsDropped, frame.cpuMs)
          break
        case 'ready': break
        default: assertNever(frame)
      }
    },
    waiting: () => waitingFor !== null,
    repeatable: () => repeatable,
    movable: () => repeatable && !costly,
    waitedMs: () => waited + (waitingFor === null ? 0 : events.now() - waitingSince),
    close(reason) {
      closed = true
      aborter?.abort(reason())
    },
  }
}

/** The runner sees compiled code only; people want the place in the guard's own text. */
function ownFault(job: RunJob, fault: Fault): Fault {
  return fault.position === null ? fault : { ...fault, position: ownPosition(job.compiled.columns, fault.position) }
}

async function callHost(job: RunJob, method: string, args: readonly JsonValue[], signal: AbortSignal): Promise<JsonValue> {
  return job.host.call(method, args, signal)
}

function answerText(call: number, value: JsonValue): string {
  // What a host call gives back comes from models, files and tools: any size and any depth.
  try {
    const text = frameText({ t: 'ret', call, ok: true, value: value ?? null })
    if (Buffer.byteLength(text) <= MAX_FRAME_TO_RUNNER) return text
    return refusalText(call, new GuardError('TOO_LARGE', `the answer takes more than ${MAX_FRAME_TO_RUNNER} bytes`))
  } catch (error) {
    return refusalText(call, error)
  }
}

function refusalText(call: number, error: unknown): string {
  const code = error instanceof GuardError ? error.code : 'INTERNAL'
  return frameText({ t: 'ret', call, ok: false, code, message: oneLine(describeThrown(error), MAX_FAULT_TEXT) })
}
