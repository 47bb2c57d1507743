/**
 * What a guard script sees: one global, `vance`. For editors and type checkers only; a script imports
 * nothing. The manual is guards/README.md.
 *
 * Everything is read-only and lives for one run. Every function returns at once or blocks until the host
 * has answered; putting `await` before one is harmless. What goes in and what comes out is plain JSON.
 */
declare const vance: Vance.Api

declare namespace Vance {
  type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
  type JsonObject = { readonly [key: string]: Json }

  type Point = 'start' | 'command' | 'result' | 'stop' | 'terminate'

  interface Api {
    readonly guard: Guard
    /** `params` of the guard's entry in the configuration; `{}` when there are none. */
    readonly params: JsonObject
    readonly context: Context
    readonly log: Log
    readonly llm: Llm
    readonly documents: Documents
    readonly process: Process
    readonly tools: Tools
  }

  interface Guard {
    /** Where this run happens. */
    readonly point: Point
    /** At START the user's input of this turn; elsewhere the session's first user message. */
    readonly task: string
    /** The latest real user input. */
    readonly request: string
    /** At STOP and TERMINATE the agent's final text; elsewhere `''`. */
    readonly output: string
    /** How often guards have sent the agent on since the last real user turn. */
    readonly round: number
    /** `maxRounds` of the guard's entry. */
    readonly maxRounds: number
    /** True at STOP: the agent ends on its own. False at TERMINATE: a tool ended the turn. */
    readonly naturalStop: boolean
    /** At COMMAND and RESULT the tool call; elsewhere null. */
    readonly command: Command | null
    /** At RESULT what came of the call; elsewhere null. */
    readonly result: Result | null
    /** `observe`: nothing that this guard does has an effect. */
    readonly mode: 'enforce' | 'observe'
    /** What was done since the last real user turn, by the agent and its subagents. Read when it is touched. */
    readonly turn: Turn

    /** COMMAND only. Refuses the call; the model reads the reason. An empty reason refuses too. */
    deny(reason?: string): void
    /** COMMAND only. Asks the human; where nobody can answer, the host refuses. */
    ask(reason?: string): void
    /** RESULT only. The result becomes an error that carries the feedback. */
    block(feedback?: string): void
    /** RESULT only. The model reads this text in place of the result. The last call of the last guard wins. */
    replace(text: string): void
    /**
     * STOP and TERMINATE only. The agent goes on with the prompt instead of stopping.
     * @returns false, with nothing done, when `maxRounds` is reached or the turn was cancelled.
     */
    continueWith(prompt: string): boolean
    /** START only. The system prompt of every request of this turn is exactly this text. The last call wins. */
    setTurnPrompt(text: string): void
    /**
     * Puts a skill's instructions into the conversation and keeps them there: after the host has compacted the
     * conversation they come again with the next request. A second call with the same arguments adds nothing.
     * @returns whether the skill is active now; false when there is no such skill.
     */
    activateSkill(name: string, args?: string): boolean
    /**
     * Ends a skill that a guard has activated, whatever its arguments: it is not brought back any more, and the model
     * is told that its instructions no longer apply.
     * @returns whether it was active.
     */
    deactivateSkill(name: string): boolean
    /** Queues a text that the model reads with its next request at the latest. */
    notice(text: string): void

    /** Values of this agent; wiped at each real user turn. All Points and guards share them. */
    readonly loopValues: Values
    /** Values of this session and the subagents that it started. All Points and guards share them. */
    readonly sessionValues: Values
  }

  interface Command {
    readonly name: string
    /** The parsed arguments, or the raw text where the model sent malformed JSON. */
    readonly args: Json
    readonly callId: string
    /**
     * What the call writes, deletes or moves, as far as it can be read: of file tools and shell tools alike. Read when
     * it is touched; a call of which nothing can be read has none, and `shell.gaps` says why.
     */
    readonly writes: readonly Write[]
    /** Of a shell tool, what it runs; else null. Read when it is touched. */
    readonly shell: Shell | null
  }

  interface Write {
    /** Absolute, after links. */
    readonly path: string
    /** Below the session's workspace. */
    readonly inside: boolean
    readonly kind: 'write' | 'delete' | 'move' | 'mode'
    /** How it was read. */
    readonly via: string
  }

  interface Shell {
    /** Every program that the call would run, in order, however it is wrapped. At most 500. */
    readonly commands: readonly ShellCommand[]
    /** Why a part could not be read; empty when all was. */
    readonly gaps: readonly string[]
  }

  interface ShellCommand {
    /** Base name; null where it cannot be known before it runs. */
    readonly program: string | null
    /** The arguments; null for one that cannot be known before it runs. */
    readonly args: readonly (string | null)[]
    /** Programs around it, outermost first, such as `sudo`. */
    readonly wrappers: readonly string[]
    /** Absolute folder in which it runs; null where it cannot be known. */
    readonly cwd: string | null
    readonly input:
      | { readonly kind: 'none' }
      | { readonly kind: 'file', readonly path: string | null }
      | { readonly kind: 'text', readonly text: string | null }
      /** `from`: index of the command that feeds it. */
      | { readonly kind: 'pipe', readonly from: number }
    /** How it came to be run, such as `direct`, `pipe`, `xargs`, `interpreter`. */
    readonly via: string
  }

  interface Turn {
    /** The last 200 calls, oldest first; texts in `args` are cut at 1,000 characters. */
    readonly calls: readonly TurnCall[]
    /** Paths that these calls changed, each once. */
    readonly files: readonly string[]
    /** Background work that the host knows of and that has not ended. */
    readonly running: readonly { readonly id: string, readonly kind: string, readonly label: string }[]
  }

  interface TurnCall {
    readonly name: string
    readonly args: Json
    /** `failed`: an error of the tool, or a command that ended with one. `refused`: it did not run. */
    readonly outcome: 'done' | 'failed' | 'refused' | 'cancelled'
    readonly isError: boolean
    readonly ms: number
    readonly writes: readonly Write[]
    /** Of a shell tool, the programs that it ran. At most 20. */
    readonly commands: readonly { readonly program: string | null, readonly args: readonly (string | null)[] }[]
  }

  interface Result {
    readonly isError: boolean
    /** What the model reads. */
    readonly text: string
    readonly error: { readonly message: string, readonly code: string | null } | null
    readonly durationMs: number
  }

  /** A store in memory: at most 65,536 bytes of JSON, keys of at most 256 characters. */
  interface Values {
    /** A copy of the whole store. */
    get(): JsonObject
    /** A copy of one value; undefined when there is none. */
    get(key: string): Json | undefined
    /** @throws ScriptHostError NOT_JSON, TOO_DEEP, TOO_LARGE. */
    set(key: string, value: Json): void
    has(key: string): boolean
    /** @returns whether there was such a value. */
    remove(key: string): boolean
  }

  interface Context {
    readonly sessionId: string
    readonly agentId: string
    /** The session at the top of the chain of subagents. */
    readonly rootSessionId: string
    /** Absolute path of the workspace. */
    readonly cwd: string
    readonly isSubagent: boolean
    readonly point: Point
  }

  /** Lines for whoever debugs the guard: at most 200 of 2,000 characters in one run. */
  interface Log {
    info(text: string, data?: Json): void
    warn(text: string, data?: Json): void
  }

  /** Values for `{{name}}` in the recipe and in the prompt; what neither names stands behind the prompt under its name. Each is marked as data for the model. */
  type Vars = { readonly [name: string]: Json }

  /** One-shot model calls by recipe (`llm.recipes` in the configuration, and two built-in ones). */
  interface Llm {
    /**
     * One request.
     * @returns the model's text, never empty.
     * @throws ScriptHostError BAD_ARGUMENT, NOT_FOUND (no such recipe), MODEL_FAILED, MODEL_ANSWER, TIMEOUT, TOO_LARGE.
     */
    call(recipe: string, prompt: string, vars?: Vars): string
    /**
     * Asks for one JSON object, again up to `maxAttempts` when the answer is not that object alone (one code fence aside).
     * @throws ScriptHostError as `call`. There is no default answer.
     */
    callForJson(recipe: 'completion-guard', prompt: string, vars?: Vars): { readonly fire: boolean, readonly reason?: string }
    callForJson(recipe: 'command-guard', prompt: string, vars?: Vars): { readonly safe: boolean, readonly reason?: string }
    callForJson(recipe: string, prompt: string, vars?: Vars): JsonObject
  }

  /**
   * Text files of the session's workspace. Paths are relative to it; one that leaves it, through a link too,
   * throws OUTSIDE_WORKSPACE.
   */
  interface Documents {
    /** UTF-8 text of at most 262,144 bytes. @throws ScriptHostError NOT_FOUND, TOO_LARGE, NOT_TEXT, OUTSIDE_WORKSPACE. */
    read(path: string): string
    exists(path: string): boolean
    /** The entries of a folder, sorted by name; `'.'` is the workspace. @throws ScriptHostError NOT_FOUND, TOO_LARGE above 5,000. */
    list(path: string): readonly { readonly name: string, readonly kind: DocumentKind }[]
    /** @throws ScriptHostError NOT_FOUND. */
    meta(path: string): { readonly kind: DocumentKind, readonly size: number, readonly mtimeMs: number }
    /** Needs `allowTools: true`. Replaces the file or makes it, with its folders. @throws ScriptHostError NOT_ALLOWED, also for guard files. */
    write(path: string, text: string): void
    /** Needs `allowTools: true`. @throws ScriptHostError NOT_ALLOWED, also for guard files; NOT_FOUND. */
    delete(path: string): void
  }

  type DocumentKind = 'file' | 'directory' | 'other'

  interface Process {
    /** A line for the human, never for the model. Rate-limited. */
    notify(text: string, level?: 'info' | 'warn' | 'warning' | 'error' | (string & {})): void
    /** A line for the human about work under way. Rate-limited together with `notify`. */
    progress(text: string): void
    /**
     * Starts a subagent and does not wait for it.
     * @returns its id.
     * @throws ScriptHostError UNAVAILABLE where the profile has none, LIMIT for too many at once.
     */
    spawn(spec: { readonly task: string, readonly label?: string }): string
  }

  /** The host's tools. Without `allowTools: true` the only one is `process_spawn`. */
  interface Tools {
    /**
     * Runs a tool as this agent. The call passes no guard.
     * @throws ScriptHostError TOOL_FAILED with the tool's own message, NOT_ALLOWED, NOT_FOUND; UNAVAILABLE while the guard observes.
     */
    call(name: string, args?: JsonObject): ToolResult
    list(): readonly { readonly name: string, readonly description: string }[]
    has(name: string): boolean
  }

  interface ToolResult {
    /** What a model would read; cut at 262,144 characters. */
    readonly text: string
    /** The tool's value where it has one of at most 262,144 bytes, else null. */
    readonly value: Json
  }

  /** What a failed call of `vance` throws. Uncaught, it is reported with the line of the script. */
  interface ScriptHostError extends Error {
    readonly name: 'ScriptHostError'
    readonly code: ErrorCode
  }

  type ErrorCode =
    /** An action outside its Point. */
    | 'WRONG_ACTION'
    | 'BAD_ARGUMENT'
    /** A value that is not JSON. */
    | 'NOT_JSON'
    | 'TOO_DEEP'
    | 'TOO_LARGE'
    /** Needs `allowTools: true`, or only a human may do it. */
    | 'NOT_ALLOWED'
    | 'NOT_FOUND'
    | 'OUTSIDE_WORKSPACE'
    | 'NOT_TEXT'
    /** This profile, this call or this mode does not have it. */
    | 'UNAVAILABLE'
    /** The model request failed. */
    | 'MODEL_FAILED'
    /** The model answered nothing that can be used. */
    | 'MODEL_ANSWER'
    | 'TOOL_FAILED'
    | 'TIMEOUT'
    /** The run has ended or the turn was cancelled. */
    | 'CANCELLED'
    /** Too many calls, or too often. */
    | 'LIMIT'
    | 'PROTOCOL'
    | 'INTERNAL'
}
