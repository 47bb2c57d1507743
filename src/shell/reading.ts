/**
 * What a call would run and write, as far as it can be read: the answer of this room. Types only. What a
 * guard is shown of it is in CONTRACT terms `{ commands, gaps }` and `writes`; the rest is for the gates.
 */

/** Where the standard input of a command comes from. */
export type ShellInput =
  | { readonly kind: 'none' }
  /** `path` absolute; null where it cannot be known. */
  | { readonly kind: 'file', readonly path: string | null }
  /** A here-document or here-string; null where a part cannot be known. */
  | { readonly kind: 'text', readonly text: string | null }
  /** `from`: index of the command that feeds it. */
  | { readonly kind: 'pipe', readonly from: number }

/** How a command came to be run. */
export type CommandVia =
  | 'direct' | 'wrapper' | 'shell-text' | 'pipe' | 'substitution' | 'xargs' | 'find' | 'function' | 'script' | 'git' | 'interpreter' | 'launcher' | 'scheduler'

/** One word of a command. */
export interface ShellWord {
  /** Its value after quotes and expansions; null where a part cannot be known before it runs. */
  readonly text: string | null
  /** The known beginning of the value; the whole of it when `text` is known. */
  readonly prefix: string
  /** The word is an unquoted pattern that the shell would match against files: its spelling; else null. */
  readonly pattern: string | null
}

/** One program that the call would run. */
export interface ShellCommand {
  /** Base name, without `.exe`; null where it cannot be known. */
  readonly program: string | null
  /** Values of the arguments, the program not among them; null where one cannot be known. */
  readonly args: readonly (string | null)[]
  /** The same arguments with what is known of each. */
  readonly words: readonly ShellWord[]
  /** Programs around it, outermost first, such as `sudo`, `timeout`. */
  readonly wrappers: readonly string[]
  /** Variables that are set for this command alone, in front of it or by `env`. */
  readonly env: Readonly<Record<string, string | null>>
  /** Absolute folder; null where it cannot be known. */
  readonly cwd: string | null
  readonly input: ShellInput
  readonly via: CommandVia
  /** It runs on another machine or in a container: its paths are not this machine's. */
  readonly elsewhere: boolean
  /** The part of the call as it is written, cut to 200 characters. */
  readonly source: string
}

export type ChangeKind = 'write' | 'delete' | 'move' | 'mode'

/** One path that the call would change. */
export interface ShellWrite {
  /** Absolute, after links. */
  readonly path: string
  /** Below the session's workspace. */
  readonly inside: boolean
  readonly kind: ChangeKind
  /** How it was read. */
  readonly via: string
  /** What is below the path goes with it. */
  readonly tree: boolean
  /** With `tree`: only what matches this pattern (picomatch, relative to the path), not the path itself; null: all of it. */
  readonly only: string | null
  /** Index of the command that does it; null for a redirection of the shell or a file tool. */
  readonly command: number | null
}

export interface CallReading {
  readonly commands: readonly ShellCommand[]
  readonly writes: readonly ShellWrite[]
  /** Why a part could not be read; empty when all was. */
  readonly gaps: readonly string[]
  /** Texts of the parts that could not be read. */
  readonly unread?: readonly string[]
}
