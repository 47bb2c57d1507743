/**
 * The vocabulary of Shooty: what a Point, a guard, an action, a fault and a record are, and the
 * ports through which the parts meet. Types only; nothing here exists at run time.
 *
 * Folders of one rank never import each other. What one part needs of another is a port on this
 * page, and `index.ts` hands the implementations over.
 */

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue }
export type JsonObject = { [key: string]: JsonValue }

// ---------------------------------------------------------------- Points and guards

/** A moment of the agent's work at which guards run. */
export type Point = 'start' | 'command' | 'result' | 'stop' | 'terminate'

/** What a configuration entry names: one Point, or `both` for stop + terminate. */
export type Trigger = Point | 'both'

/** `observe` runs and counts and changes nothing. */
export type Mode = 'enforce' | 'observe' | 'off'

/** Which agents a guard is for: every one, only the user's own, only subagents. */
export type AgentScope = 'all' | 'main' | 'sub'

/** Where the text of a guard comes from. */
export type GuardSource =
  | { readonly kind: 'script', readonly script: string }
  /** `file`: where the text was taken from and is not looked at again; `broken`: why there is no text. */
  | { readonly kind: 'inline', readonly body: string, readonly file?: string, readonly language?: 'js' | 'ts', readonly broken?: string }

/** One entry of `guard:` after defaults. */
export interface GuardSettings {
  /** Unique among guards and gates. */
  readonly name: string
  readonly source: GuardSource
  readonly trigger: Trigger
  /** `trigger` spelled out. */
  readonly points: readonly Point[]
  readonly params: JsonObject
  /** Cap against the session's `guardRounds`; 0 means that the guard never fires. */
  readonly maxRounds: number
  readonly allowTools: boolean
  /** Patterns on the tool name (picomatch); null means every tool. */
  readonly tools: readonly string[] | null
  readonly agents: AgentScope
  readonly mode: Mode
  /** Where it stands in the configuration, e.g. `guard[1]`. */
  readonly key: string
  /** False where the trigger is the default one. */
  readonly triggerWritten: boolean
  /** The guard that has the name which this one would have got from its script; null: the name is its own. */
  readonly namesake: string | null
  /** Globs on the session's folder, absolute or with `~`; null means every workspace. */
  readonly workspaces: readonly string[] | null
  /** A script of the workspace that is not there is broken instead of waiting. */
  readonly required: boolean
}

/** One recipe of `llm.recipes` after defaults. */
export interface RecipeSettings {
  /** System text; may hold `{{var}}`. */
  readonly system: string
  readonly provider: string | null
  readonly model: string | null
  readonly maxAttempts: number | null
}

/** The whole configuration after defaults (CONTRACT: the row's `config`). Times are milliseconds. */
export interface Settings {
  readonly guards: readonly GuardSettings[]
  readonly criticalPaths: readonly string[]
  readonly lockedPaths: readonly string[]
  readonly protectedTools: readonly string[]
  readonly repeatThreshold: number
  readonly repeatCooldown: number
  readonly postWriteSyntax: boolean
  readonly maxDiagnostics: number
  readonly checkTimeoutMs: number
  readonly specChecker: 'auto' | 'off' | readonly string[]
  /** The Lean of `specChecker: auto`; null: it is looked for. */
  readonly leanPath: string | null
  readonly timeoutMs: number
  readonly guardDirs: readonly string[]
  readonly sandbox: SandboxSettings
  readonly llm: {
    readonly provider: string | null
    readonly model: string | null
    readonly maxAttempts: number
    readonly timeoutMs: number
    readonly recipes: Readonly<Record<string, RecipeSettings>>
  }
  /** true: the default file; a string: that file; false: none. */
  readonly audit: boolean | string
  readonly maxSessions: number
  readonly exposeStatusTool: boolean
  /** Whether the agent is kept from changing guards, patch files and Shooty's own files. */
  readonly tamperProtection: boolean
  /** Whose skills bring guards. */
  readonly skillGuards: 'user' | 'all' | 'off'
  readonly destructive: DestructiveSettings
}

/** The gate on destructive commands. */
export interface DestructiveSettings {
  readonly action: 'deny' | 'ask' | 'observe' | 'off'
  /** `default`, names of packs, `-name`, and files `*.yml`. */
  readonly packs: readonly string[]
  readonly except: readonly DestructiveException[]
  /** Folders (globs) where deletes are free. */
  readonly trusted: readonly string[]
}

export interface DestructiveException {
  /** Id of a rule, or `<pack>/*`. */
  readonly rule: string
  /** Only this part of a call; `*` stands for any text. null: any. */
  readonly command: string | null
  /** Only in sessions whose folder matches; null: in all. */
  readonly workspaces: readonly string[] | null
  /** Milliseconds since the epoch; null: for ever. */
  readonly until: number | null
}

export interface SandboxSettings {
  readonly runner: 'process' | 'worker'
  readonly maxRunners: number
  /** Heap of one runner, MiB. */
  readonly memoryMb: number
  /** The Node binary that runs guards; null: the one that runs the host. */
  readonly nodePath: string | null
  /** Loop iterations and function calls of one run; 0 turns the step limit off. */
  readonly maxSteps: number
}

// ---------------------------------------------------------------- guard text

/** A place in a guard's own text, 1-based. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** A guard's text, made ready for a compartment. */
export interface CompiledGuard {
  /** A function expression of one parameter `vance`; what the runner evaluates. */
  readonly code: string
  /** True when the text awaits at its top level. */
  readonly isAsync: boolean
  /** What it does with `vance`; absent: not looked at. */
  readonly uses?: ScriptUses
  /** The text has no statement: it decides nothing, and never takes the place of one that does. */
  readonly isEmpty?: boolean
  /** Things that do not stop the guard from running, e.g. an action of another Point. */
  readonly warnings: readonly { readonly text: string, readonly position: Position | null }[]
  /**
   * Where `code` and the guard's own text differ in columns; lines never do (a line of `code` less
   * one is the guard's own line). Read it with `ownPosition` of base/position.ts; absent: no column moved.
   */
  readonly columns?: ColumnMap
}

/** What the text of a script shows of its use of `vance`. */
export interface ScriptUses {
  /** Members of `vance.guard`, each with its first place. */
  readonly members: readonly { readonly name: string, readonly position: Position }[]
  /** It uses something of `vance` that may have an effect outside `vance.guard`. */
  readonly touches: boolean
  /** `vance` or `vance.guard` is handed on in a way that is not followed: nothing is to be concluded. */
  readonly opaque: boolean
  /** Where the script itself returns a value, which nobody reads; null: it does not. */
  readonly returned: Position | null
}

/** Pieces of text, 1-based and in order: [own line, column in `code`, own column]. */
export type ColumnMap = readonly (readonly [line: number, compiled: number, own: number])[]

/** What is known of a guard's text: usable, or broken with the reason. */
export type GuardText =
  | {
    readonly state: 'loaded'
    /** Absolute path; null for inline text. */
    readonly file: string | null
    /** SHA-256 of the text, hex. */
    readonly hash: string
    readonly compiled: CompiledGuard
    /** Set when the disk has another text than this one: it is broken, gone, or not taken over yet. */
    readonly stale: string | null
  }
  | {
    readonly state: 'broken'
    readonly file: string | null
    readonly hash: string | null
    readonly reason: string
    readonly position: Position | null
  }
  /** A script of the workspace that this workspace has not got: the guard is for others. */
  | { readonly state: 'waiting', readonly file: null, readonly hash: null, readonly reason: string }

/** Finds the current text of a guard. Workspace scripts depend on the session, hence `session`. */
export interface GuardTexts {
  textOf(guard: GuardSettings, session: SessionRef | null): GuardText
}

// ---------------------------------------------------------------- sessions

/** Identity of one agent's session, as guards see it. */
export interface SessionRef {
  readonly sessionId: string
  readonly agentId: string
  /** The session at the top of the chain of subagents. */
  readonly rootSessionId: string
  /** The session that started this one; absent for the user's own. */
  readonly parentSessionId?: string
  /** Absolute workspace directory. */
  readonly cwd: string
  readonly isSubagent: boolean
}

// ---------------------------------------------------------------- one run of one guard

/** One tool call as a guard sees it. */
export interface CommandView {
  readonly name: string
  /** The parsed arguments, or the raw string where the model sent malformed JSON. */
  readonly args: JsonValue
  readonly callId: string
}

export interface ResultView {
  readonly isError: boolean
  readonly text: string
  readonly error: { readonly message: string, readonly code: string | null } | null
  readonly durationMs: number
}

/** One path that a call changes, as guards are told. */
export interface CallWrite {
  /** Absolute, after links. */
  readonly path: string
  /** Below the session's workspace. */
  readonly inside: boolean
  readonly kind: 'write' | 'delete' | 'move' | 'mode'
  /** How it was read, e.g. `redirect`, `program`, `file-tool`. */
  readonly via: string
}

/** One call of a turn, as guards are told. Texts in `args` are cut. */
export interface TurnCall {
  readonly name: string
  readonly args: JsonValue
  /** `failed`: an error of the tool, or a command that ended with one; `refused`: it did not run. */
  readonly outcome: 'done' | 'failed' | 'refused' | 'cancelled'
  readonly isError: boolean
  readonly ms: number
  readonly writes: readonly CallWrite[]
  /** Programs that a shell call ran, with their arguments; null where one cannot be known. */
  readonly commands: readonly { readonly program: string | null, readonly args: readonly (string | null)[] }[]
}

/** What was done since the last real user turn, by the agent and its subagents. */
export interface TurnView {
  /** The last 200, oldest first. */
  readonly calls: readonly TurnCall[]
  /** Paths changed by calls that ran, each once. */
  readonly files: readonly string[]
  /** Background work that the host knows of and that has not ended. */
  readonly running: readonly { readonly id: string, readonly kind: string, readonly label: string }[]
}

/** Everything a Point hands to its guards. */
export interface PointInput {
  readonly point: Point
  readonly session: SessionRef
  readonly task: string
  readonly request: string
  readonly output: string
  /** `guardRounds` of the session when the Point was reached. */
  readonly round: number
  readonly naturalStop: boolean
  readonly command: CommandView | null
  readonly result: ResultView | null
  /** False for a call without an agent: its scratch is thrown away. */
  readonly hasAgent: boolean
}

/** What a guard asked for. Results that the script waits for are host calls instead. */
export type GuardAction =
  | { readonly kind: 'deny', readonly reason: string }
  | { readonly kind: 'ask', readonly reason: string }
  | { readonly kind: 'block', readonly feedback: string }
  /** The model reads this text in place of the result. */
  | { readonly kind: 'replace', readonly text: string }
  | { readonly kind: 'setTurnPrompt', readonly text: string }
  | { readonly kind: 'notice', readonly text: string }

/** Why a run did not come to its own end. */
export type FaultCode =
  | 'script_threw'
  | 'wrong_action'
  | 'not_found'
  | 'not_parsed'
  | 'timeout'
  | 'step_limit'
  | 'memory_limit'
  | 'runner_died'
  | 'runner_unavailable'
  | 'no_runner_free'
  | 'never_settled'
  | 'input_too_large'
  | 'protocol'
  | 'internal'

export interface Fault {
  readonly code: FaultCode
  /** One line, bounded, for people and for the model. */
  readonly message: string
  readonly position: Position | null
}

export interface LogLine {
  readonly level: 'info' | 'warn'
  readonly text: string
  readonly data: JsonValue | null
}

/** What came out of one run. `fault` and `actions` are independent: an action made before a fault stays. */
export interface RunReport {
  readonly actions: readonly GuardAction[]
  readonly fault: Fault | null
  /** The turn was cancelled while the guard ran; nothing is decided. */
  readonly cancelled: boolean
  readonly logs: readonly LogLine[]
  /** Log lines beyond the cap. */
  readonly logsDropped: number
  /** Wall clock of the run, waiting for a runner included. */
  readonly ms: number
}

/** What a runner is asked to do. */
export interface RunJob {
  /** Key of the compiled text in a runner: the hash of the text. */
  readonly hash: string
  readonly guardName: string
  readonly compiled: CompiledGuard
  readonly input: PointInput
  readonly mode: Mode
  readonly params: JsonObject
  readonly maxRounds: number
  readonly allowTools: boolean
  /** Milliseconds since the epoch; the only clock that the script sees. */
  readonly now: number
  /** Loop scratch when the run begins; null: too large to send along, the script fetches it. */
  readonly loopScratch: JsonObject | null
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Answers the script's host calls. A rejection becomes a `ScriptHostError` in the script. */
  readonly host: HostCalls
}

/** Runs compiled guards outside the host's heap. Never rejects: every failure is a Fault. */
export interface GuardRunner {
  run(job: RunJob): Promise<RunReport>
}

/**
 * The host calls of one run, by name (`scratch.set`, `llm.call`, …). One-way calls get no answer
 * in the script; their failure is a fault of the run.
 */
export interface HostCalls {
  call(method: string, args: readonly JsonValue[], signal: AbortSignal): Promise<JsonValue>
  /** Applied in the order in which the script made them. */
  tell(method: string, args: readonly JsonValue[]): void
}

/** One family of host calls (one file of `api/`). `this` run's context comes with each call. */
export interface Capability {
  readonly calls: Readonly<Record<string, (args: readonly JsonValue[], run: RunContext) => Promise<JsonValue> | JsonValue>>
}

/** What a capability knows about the run that calls it. */
export interface RunContext {
  readonly guard: GuardSettings
  readonly point: Point
  readonly session: SessionRef
  /** The call that is judged, the same object at COMMAND and RESULT; null at the other Points. */
  readonly command: CommandView | null
  readonly hasAgent: boolean
  /** Aborts on the run's time-out and on cancellation of the turn. */
  readonly signal: AbortSignal
  /** The guard observes: record what would have happened, change nothing. */
  readonly observe: boolean
  /** See `JudgeContext.trial`. */
  readonly trial?: true
  readonly effects: RunEffects
}

/** What the host calls of one run brought about; written by capabilities, read when the run is over. */
export interface RunEffects {
  continued: { readonly prompt: string, readonly round: number } | null
  /** The cap kept a continuation from happening. */
  capped: boolean
  /** Skills put into the conversation by this run. */
  readonly activated: string[]
  readonly deactivated: string[]
  /** A one-way call that the host could not carry out. */
  fault: Fault | null
}

// ---------------------------------------------------------------- guards at a Point

/**
 * Whatever judges at a Point: a script guard or a built-in gate. `judge` never rejects on purpose;
 * a rejection is recorded as a fault of this guard and of no other.
 */
export interface PointGuard {
  readonly name: string
  readonly kind: 'script' | 'gate'
  readonly points: readonly Point[]
  readonly mode: Mode
  /** For people: where it is configured and the file of its script; absent for a gate. */
  where?(session: SessionRef | null): string
  /** Short hash of what is in force; null for a gate. */
  hash(session: SessionRef | null): string | null
  applies(input: PointInput): boolean
  judge(input: PointInput, run: JudgeContext): Promise<Verdict>
}

export interface JudgeContext {
  readonly signal: AbortSignal
  /** Resolved mode for this session: configuration and the human's toggles. */
  readonly mode: Mode
  readonly now: number
  /** Nobody makes this call: what the guard would do is asked, and nothing of it is kept. Then `mode` is `observe`. */
  readonly trial?: true
}

export interface Verdict {
  readonly actions: readonly GuardAction[]
  readonly fault: Fault | null
  readonly cancelled: boolean
  /** Set when the guard made the agent go on (stop, terminate). */
  readonly continued: { readonly prompt: string, readonly round: number } | null
  /** A skill was put into the conversation. */
  readonly activated: readonly string[]
  readonly deactivated?: readonly string[]
  /** Set when the cap kept the guard from running or from continuing. */
  readonly capped: boolean
  readonly ms: number
  /** Hash of the text that judged; absent: nothing ran, or the guard has no text. */
  readonly hash?: string
  /** Why a part of the call could not be read; absent: all was, or nobody asked. */
  readonly gaps?: readonly string[]
}

/** The contract's names for what one evaluation came to. */
export type Outcome = 'fired' | 'denied' | 'asked' | 'passed' | 'script_error' | 'capped' | 'observed'

/**
 * How a guard's question about a call ended. `auto-…`: the session's permission mode answered, and no
 * human saw it. `nobody`: there was nobody to ask. `overruled`: another guard or plugin refused first.
 */
export type AskEnd = 'approved' | 'rejected' | 'auto-approved' | 'auto-rejected' | 'nobody' | 'cancelled' | 'overruled'

/** One evaluation of one guard, as records, counters and the `shooty/decision` event have it. */
export interface DecisionRecord {
  /** Milliseconds since the epoch. */
  readonly time: number
  readonly sessionId: string
  /** Of a subagent's decision: the session that started it, and the one at the top of the chain. */
  readonly parentSessionId?: string
  readonly rootSessionId?: string
  readonly guard: string
  readonly kind: 'script' | 'gate'
  readonly hash: string | null
  readonly point: Point
  readonly tool: string | null
  readonly outcome: Outcome
  /** For `observed`: what an enforcing guard would have come to. */
  readonly wouldBe: Exclude<Outcome, 'observed'> | null
  readonly reason: string | null
  /** For `asked`: how the question ended. */
  readonly ended?: AskEnd
  readonly fault: FaultCode | null
  readonly ms: number
  /** Why a part of the call could not be read, where the decision looked at what it does. */
  readonly gaps?: readonly string[]
}

export interface DecisionSink {
  record(decision: DecisionRecord): void
}

/** What the guards of COMMAND came to, all together. */
export type CommandVerdict =
  | { readonly kind: 'allow' }
  | { readonly kind: 'deny', readonly reason: string, readonly guard: string }
  /** `settle` is to be told once how it ended; the records of the guards that ask wait for it. */
  | { readonly kind: 'ask', readonly reason: string, readonly guard: string, settle(end: AskEnd): void }
  /** Cancelled meanwhile: nothing is decided, the host's cancellation stands. */
  | { readonly kind: 'undecided' }

// ---------------------------------------------------------------- gates

/** A built-in gate: a guard in TypeScript that can say what it is doing. */
export interface Gate extends PointGuard {
  readonly kind: 'gate'
  status(): { readonly active: boolean, readonly detail: string }
}

/** Counters of `guard_status`. */
export type CounterName =
  | 'failuresObserved'
  | 'repeatNotices'
  | 'criticalRefusals'
  | 'repairWrites'
  | 'specChecks'
  | 'postWriteChecks'
  | 'noticesQueued'
  | 'noticesDelivered'
  | 'noticesDropped'
  | 'tamperRefusals'
  | 'destructiveRefusals'
  | 'destructiveAsked'
  | 'allowedOnce'

export interface Counters {
  add(name: CounterName, by?: number): void
}

/** One value per session, created on first use, bounded; a live agent's value is never dropped. */
export interface PerSession<T> {
  of(session: SessionRef): T
  peek(sessionId: string): T | undefined
}

// ---------------------------------------------------------------- checks

/** One problem found by a checker, 1-based where the checker gives a place. */
export interface Diagnostic {
  readonly message: string
  readonly line: number | null
  readonly column: number | null
}

export type CheckOutcome =
  | { readonly kind: 'ok' }
  | { readonly kind: 'errors', readonly diagnostics: readonly Diagnostic[], readonly total: number }
  /** The checker could not be asked at all (missing program, unsupported version, file too large). */
  | { readonly kind: 'unavailable', readonly reason: string }
  /** The checker was asked and failed itself (crash, time-out, flood, unreadable answer). */
  | { readonly kind: 'failed', readonly reason: string }

/** Runs one external program for a check. Never rejects; kills the whole tree on time-out. */
export interface ProcessPort {
  run(command: readonly [string, ...string[]], options: {
    readonly cwd: string
    readonly timeoutMs: number
    readonly maxOutputBytes: number
    readonly signal: AbortSignal
    /** Complete environment of the child; nothing of the host's is added. */
    readonly env: Readonly<Record<string, string>>
    readonly stdin?: string
  }): Promise<{
    readonly started: boolean
    readonly exitCode: number | null
    readonly killedBy: 'timeout' | 'output' | 'abort' | null
    readonly stdout: string
    readonly stderr: string
    readonly error: string | null
  }>
}

// ---------------------------------------------------------------- ports that host/ implements

/** Files of a session's workspace, through the host's file service where it has one. */
export interface FilesPort {
  /** null when there is no such file. */
  read(session: SessionRef, path: string, maxBytes: number): Promise<{ readonly bytes: Uint8Array, readonly truncated: boolean } | null>
  stat(session: SessionRef, path: string): Promise<{ readonly kind: 'file' | 'directory' | 'other', readonly size: number, readonly mtimeMs: number } | null>
  list(session: SessionRef, path: string): Promise<readonly { readonly name: string, readonly kind: 'file' | 'directory' | 'other' }[]>
  realpath(session: SessionRef, path: string): Promise<string | null>
  write(session: SessionRef, path: string, text: string): Promise<void>
  remove(session: SessionRef, path: string): Promise<void>
}

export interface ToolsPort {
  list(session: SessionRef): readonly { readonly name: string, readonly description: string }[]
  has(session: SessionRef, name: string): boolean
  /** Through the real pipeline as the session's agent. Resolves for failed calls too. */
  call(session: SessionRef, name: string, args: JsonValue, signal: AbortSignal): Promise<{ readonly isError: boolean, readonly text: string, readonly value: JsonValue | null }>
}

/** What tools say of themselves. Apart from `ToolsPort`: only a checker asks. */
export interface ToolSchemasPort {
  /** JSON Schemas as registered; null when there is no such tool. @param session null: the tools that every session has. */
  schemas(session: SessionRef | null, name: string): { readonly parameters: JsonValue, readonly output: JsonValue } | null
}

export interface ModelPort {
  /** One request without tools. Resolves with the failure instead of rejecting. */
  complete(session: SessionRef, request: {
    readonly provider: string | null
    readonly model: string | null
    readonly system: string
    readonly prompt: string
    readonly maxTokens: number
    readonly temperature: number
    readonly signal: AbortSignal
  }): Promise<
    | { readonly kind: 'text', readonly text: string, readonly truncated: boolean, readonly inputTokens: number | null, readonly outputTokens: number | null }
    | { readonly kind: 'failure', readonly code: string, readonly message: string, readonly status: number | null }
  >
}

export interface SkillsPort {
  /** The instructions of a skill, ready to be put before the model; null when there is none. */
  get(session: SessionRef, name: string, args: string): Promise<FoundSkill | null>
}

export interface FoundSkill {
  readonly name: string
  readonly text: string
  /** Absolute folder of its files; absent: it has none on this disk. */
  readonly folder?: string
  /** Whose it is: the workspace's own, or the user's and those of installed packages. Absent: not known. */
  readonly origin?: 'user' | 'workspace'
}

/** Guards that an active skill brings to its session. */
export interface SkillGuardPort {
  /** Ends when they are in force. Never rejects. */
  join(session: SessionRef, skill: FoundSkill): Promise<void>
  /** @returns whether there were any. */
  leave(session: SessionRef, name: string): boolean
}

export interface SubagentPort {
  readonly available: boolean
  /** Starts a subagent and gives its id without waiting for its end. */
  spawn(session: SessionRef, spec: JsonObject): Promise<string>
}

/** Sends the agent on at a stop boundary. False when the turn was cancelled meanwhile. */
export interface ContinuePort {
  continueWith(session: SessionRef, message: { readonly text: string, readonly guard: string, readonly round: number }): boolean
}

/** For the human, never for the model. */
export interface HumanPort {
  say(session: SessionRef | null, level: 'info' | 'warn' | 'error', text: string): void
}

/** Words that wait for the model: a guard's notice, or the instructions of a skill that it activated. */
export interface PendingNotice {
  readonly guard: string
  readonly text: string
  /** Name of the skill; null for a notice. */
  readonly skill: string | null
  /** Arguments of the skill, where it has any. */
  readonly args?: string
  /** How often the same text came while it waited. */
  readonly count: number
}

/** Words that wait for the model, per session: in order, merged, bounded, handed out once. */
export interface NoticeQueue {
  /** @param call the call that it is about; absent: about none. */
  add(guard: string, text: string, call?: string): void
  /** @returns false when there was no room. */
  addSkill(guard: string, skill: string, text: string, args?: string): boolean
  /** Takes out what waits of a skill. @returns whether there was any. */
  dropSkill(skill: string): boolean
  /** What waits, in order. @param which told the calls that one is about, merged ones together; absent: everything. */
  take(which?: (calls: ReadonlySet<string>) => boolean): readonly PendingNotice[]
  /** Only the notices: for channels that are too narrow for a skill. */
  takeNotices(which?: (calls: ReadonlySet<string>) => boolean): readonly PendingNotice[]
  /** The call was cancelled: notices that are about it alone are left out, and counted as dropped. */
  dropCall(call: string): void
  /** Puts back what could not be brought to the model, before what came meanwhile. */
  putBack(notices: readonly PendingNotice[]): void
  pending(): readonly PendingNotice[]
  /** Notices that found the queue full since the last `take`. */
  dropped(): number
}

/** Time, ids: passed in, so that tests script them. */
export interface Clock {
  now(): number
}
