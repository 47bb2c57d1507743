/**
 * What a rule about destructive commands is: data, in one shape for the built-in packs and for those
 * that users write. Types only.
 */

/** Where a path lies, seen from the session. */
export type Place =
  | 'root'
  /** The home folder, that of another user, or a folder that holds homes. */
  | 'home'
  | 'system'
  /** The workspace itself, or a folder that holds it. */
  | 'workspace'
  /** In a `.git` folder of the workspace. */
  | 'git'
  | 'outside'
  /** It cannot be known before the command runs. */
  | 'unknown'
  /** Free: below the workspace, in a temp folder, trusted, or rebuilt by the tools of the same work tree. */
  | 'inside' | 'temp' | 'trusted' | 'rebuilt'

/** What is asked of one command. All keys that are there have to hold. */
export interface Form {
  /** The first operands: each a word, alternatives with `|`, `*` for any one, `**` for any number. */
  readonly sub?: readonly string[]
  /** Options that are given, each with alternatives: `-f|--force`. Order, clusters, `=value` and abbreviations do not matter. */
  readonly options?: readonly string[]
  /** Options of which none is given. */
  readonly without?: readonly string[]
  /** A regular expression that one operand behind `sub` matches. */
  readonly operand?: string
  /** A regular expression that no operand behind `sub` matches. */
  readonly noOperand?: string
  /** How many operands there are behind `sub`. */
  readonly atLeast?: number
  readonly atMost?: number
  /** An operand whose value cannot be known. */
  readonly unknownOperand?: boolean
  /** A regular expression that one word matches, options included. */
  readonly word?: string
  /** Option and a regular expression on its value: `{ '-X|--method': '^DELETE$' }`. */
  readonly value?: Readonly<Record<string, string>>
  /** Environment of the command: name and a regular expression. */
  readonly env?: Readonly<Record<string, string>>
  /** What the command removes with everything below it, or one by one in `removes`. */
  readonly deletes?: readonly Place[]
  readonly removes?: readonly Place[]
  /** What the command moves away. */
  readonly moves?: readonly Place[]
  /** Whose owner, mode or attributes it changes: with everything below, or one by one. */
  readonly changesTree?: readonly Place[]
  readonly changes?: readonly Place[]
  /** It writes to a path that matches this regular expression. */
  readonly writes?: string
  /** One operand lies there. */
  readonly operandIn?: readonly Place[]
  /** An operand behind `sub` names an existing path in the folder of the command. */
  readonly operandExists?: boolean
  /** What reaches it as a program, a query or input: one of the named readers. */
  readonly reads?: Reader
  /** Ways in which the command came to be run, e.g. `xargs`. */
  readonly via?: readonly string[]
}

/** Readers of what a command is given as text. */
export type Reader =
  | 'sql-destructive' | 'mongo-destructive' | 'redis-destructive'
  /** A program that was downloaded or decoded in the same call. */
  | 'fetched-program'
  /** All containers or images that there are. */
  | 'everything-listed'

export interface Advice {
  /** A command that itself passes the gate. */
  readonly command: string
  /** What it does instead, as the end of a sentence. */
  readonly text: string
}

export interface Rule {
  /** `<pack>/<name>`. */
  readonly id: string
  /** Base names; `*` stands for any part: `mkfs*`, `*`. */
  readonly programs: readonly string[]
  /** Any of these. */
  readonly when: readonly Form[]
  /** None of these. */
  readonly unless?: readonly Form[]
  /** Asks the human where the gate would refuse. */
  readonly action?: 'ask'
  /** It is about uncommitted work: in a linked worktree that is not refused. */
  readonly local?: boolean
  /** Also for commands in a container or on another machine. */
  readonly reason: string
  readonly instead: Advice
  readonly match: readonly string[]
  readonly pass: readonly string[]
}

export interface Pack {
  readonly name: string
  readonly title: string
  readonly rules: readonly Rule[]
}
