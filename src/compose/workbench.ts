/**
 * The command line's composition: the same guards, gates, runners and words as in dsh, over recorded or
 * written-down calls. What a judge or a tool would say is passed in. Calls no tool and no model, and changes no file.
 */
import { createProcesses } from '../check/process.ts'
import type { Home } from '../config/home.ts'
import { GuardError } from '../errors.ts'
import { createLocalFiles } from '../host/ports/local-files.ts'
import { createJudge } from '../point/judge.ts'
import type { Caller } from '../point/judge.ts'
import type { CallReading } from '../shell/reading.ts'
import type {
  CommandView, DecisionRecord, FilesPort, GuardText, HumanPort, JsonValue, ModelPort, Point, PointInput, Position, ResultView, SessionRef, Settings, ToolSchemasPort, ToolsPort, TurnView,
} from '../types.ts'
import { createGuardSet } from './guard-set.ts'
import type { GuardSet } from './guard-set.ts'
import { createMemory } from './memory.ts'

/** What happens at a Point, as it is written down or recorded. */
export interface Happening {
  readonly point: Point
  readonly command?: CommandView
  readonly result?: ResultView
  /** Final text of the agent at STOP and TERMINATE. */
  readonly output?: string
  /** First and last input of the user. */
  readonly task?: string
  readonly request?: string
  readonly turn?: Partial<TurnView>
  /** What judges and tools say, in the order in which they are asked. */
  readonly answers?: readonly JsonValue[]
}

/** One guard's part in a judgment. */
export interface Part extends Pick<DecisionRecord, 'guard' | 'kind' | 'outcome' | 'wouldBe' | 'reason' | 'fault' | 'ms'> {
  readonly position: Position | null
}

export interface Judgment {
  /** What becomes of it: at COMMAND `allow`, `deny`, `ask`; at RESULT `keep`, `block`, `replace`; at the end of a turn `stop`, `continue`; at START `start`. */
  readonly decision: 'allow' | 'deny' | 'ask' | 'keep' | 'block' | 'replace' | 'stop' | 'continue' | 'start'
  /** What the model would read of it; null when nothing. */
  readonly words: string | null
  /** Guard that decided; null when none did. */
  readonly guard: string | null
  readonly notices: readonly string[]
  readonly activated: readonly string[]
  readonly parts: readonly Part[]
  /** Answers that nobody asked for. */
  readonly unasked: number
}

export interface WorkbenchOptions {
  readonly settings: Settings
  readonly home: Home
  /** A line of a guard for the human. */
  readonly say?: (text: string) => void
}

export interface Workbench {
  readonly guards: GuardSet
  /** Judges one happening. @param only names of the guards that are asked; null: all, gates too. */
  judge(session: SessionRef, happening: Happening, only: ReadonlySet<string> | null): Promise<Judgment>
  reading(command: CommandView, session: SessionRef): Promise<CallReading>
  textOf(guard: string, session: SessionRef | null): GuardText | null
  /** Forgets what sessions hold: the next happening is the first. */
  fresh(session: SessionRef): void
  dispose(): Promise<void>
}

export function createWorkbench({ settings, home, say = () => undefined }: WorkbenchOptions): Workbench {
  const clock = { now: () => Date.now() }
  const human: HumanPort = { say: (_session, level, text) => { say(`${level}: ${text}`) } }
  const memory = createMemory(settings.maxSessions, null, say)
  const processes = createProcesses()
  const asked = createAnswers()
  const refused = new WeakSet<CommandView>()
  let turn: Partial<TurnView> = {}
  let followUp: string | null = null
  let activated: string[] = []

  const guards = createGuardSet({
    settings, home, memory, refused,
    ports: {
      // Nobody waits for this thread but the one who asked.
      clock, human, processes, readingMs: 2_000, files: readOnly(createLocalFiles()), tools: asked.tools, model: asked.model, hostReminder: () => null,
      subagents: { available: false, spawn: () => Promise.reject(new GuardError('UNAVAILABLE', 'the workbench starts no subagents')) },
      skills: {
        get(_session, name) {
          activated.push(name)
          return Promise.resolve({ name, text: name })
        },
      },
      continuation: {
        continueWith(_session, message) {
          followUp = message.text
          return true
        },
      },
      turn: () => Promise.resolve({ calls: [], files: [], running: [], ...turn }),
    },
  })

  return {
    guards,
    async judge(session, happening, only) {
      turn = happening.turn ?? {}
      followUp = null
      activated = []
      asked.give(happening.answers ?? [])
      const parts: Part[] = []
      const roster = only === null ? guards.roster : { ...guards.roster, at: (point: Point, of: SessionRef | null) => guards.roster.at(point, of).filter(guard => only.has(guard.name)) }
      const judge = createJudge({
        roster, states: memory.states,
        points: {
          clock, modeOf: (_input: PointInput, guard) => guard.mode, enter: (_input, body) => body(),
          record(decision, position) { parts.push({ ...decision, position }) },
        },
      })
      const outcome = await judgeOne(judge, callerOf(session, happening), happening, () => followUp)
      if (outcome.decision === 'deny' && happening.command !== undefined) refused.add(happening.command)
      const notices = memory.states.of(session).notices.take().filter(notice => notice.skill === null).map(notice => notice.text)
      return { ...outcome, guard: deciding(parts), notices, activated, parts, unasked: asked.left() }
    },
    reading: (command, session) => guards.gates.effects.readCall(command, session),
    textOf(name, session) {
      const entry = guards.roster.settings().find(guard => guard.name === name)
      return entry === undefined ? null : guards.texts.textOf(entry, session)
    },
    fresh(session) {
      memory.registry.gone(session.sessionId)
      memory.states.beginUserTurn(session)
    },
    async dispose() {
      processes.dispose()
      await guards.pool.dispose()
    },
  }
}

type Outcome = Pick<Judgment, 'decision' | 'words'>

async function judgeOne(judge: ReturnType<typeof createJudge>, caller: Caller, happening: Happening, followUp: () => string | null): Promise<Outcome> {
  const { signal } = new AbortController()
  const { point, command = NO_CALL, result = NO_RESULT } = happening
  switch (point) {
    case 'command': {
      const verdict = await judge.command(caller, command, signal)
      return verdict.kind === 'deny' || verdict.kind === 'ask' ? { decision: verdict.kind, words: verdict.reason } : { decision: 'allow', words: null }
    }
    case 'result': {
      const { feedback, replacement } = await judge.result(caller, command, result, signal)
      if (feedback !== null) return { decision: 'block', words: feedback }
      return replacement === null ? { decision: 'keep', words: null } : { decision: 'replace', words: replacement }
    }
    case 'start':
      await judge.start(caller, happening.request ?? '', signal)
      return { decision: 'start', words: null }
    case 'stop': case 'terminate': {
      await judge.stop(caller, point, signal)
      const words = followUp()
      return { decision: words === null ? 'stop' : 'continue', words }
    }
  }
}

const NO_CALL: CommandView = { name: '', args: {}, callId: 'workbench' }
const NO_RESULT: ResultView = { isError: false, text: '', error: null, durationMs: 0 }
const DECIDED: ReadonlySet<string> = new Set(['denied', 'fired', 'asked'])

function deciding(parts: readonly Part[]): string | null {
  return parts.find(part => part.outcome === 'denied')?.guard ?? parts.find(part => DECIDED.has(part.outcome))?.guard ?? parts.find(part => part.outcome === 'script_error')?.guard ?? null
}

function callerOf(session: SessionRef, { task = '', request = task, output = '' }: Happening): Caller {
  return { session, hasAgent: true, call: null, inputs: () => ({ first: task, last: request }), finalText: () => output }
}

/** Files can be looked at; whatever would change one is an error of the guard that tries. */
function readOnly(files: FilesPort): FilesPort {
  const refuse = (): Promise<never> => Promise.reject(new GuardError('NOT_ALLOWED', 'the workbench changes no file; what a guard writes is tried in dsh only'))
  return { ...files, write: refuse, remove: refuse }
}

interface Answers {
  readonly model: ModelPort
  readonly tools: ToolsPort & ToolSchemasPort
  give(answers: readonly JsonValue[]): void
  left(): number
}

/** Answers that were written down beforehand, one for each question. */
function createAnswers(): Answers {
  let waiting: JsonValue[] = []
  const next = (): JsonValue | undefined => waiting.shift()
  return {
    give(answers) { waiting = [...answers] },
    left: () => waiting.length,
    model: {
      complete() {
        const answer = next()
        if (answer === undefined) return Promise.resolve({ kind: 'failure', code: 'NO_ANSWER', message: 'no answer was given for this question to a model: add one under answers', status: null })
        const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
        return Promise.resolve({ kind: 'text', text, truncated: false, inputTokens: null, outputTokens: null })
      },
    },
    tools: {
      list: () => [],
      // Nobody checks a specification by what was written down for a guard.
      has: (_session, name) => name !== 'strict_check' && waiting.length > 0,
      schemas: () => null,
      call() {
        const answer = next()
        if (answer === undefined) throw new GuardError('UNAVAILABLE', 'no answer was given for this call of a tool: add one under answers')
        const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
        return Promise.resolve({ isError: false, text, value: typeof answer === 'string' ? null : answer })
      },
    },
  }
}
