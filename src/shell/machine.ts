/**
 * What every part of the shell reader shares: the list of writes found, the budget, the questions
 * to the file system. Reading is a pure function of the text and the answers: a question without
 * an answer is noted, and `read-shell` reads again once it has them.
 */
import type { Field, Output } from './field.ts'
import { OUTERMOST, createCommandLog, type Circumstances, type CommandLog } from './commands.ts'
import type { RawWrite, WriteKind, WriteVia } from './raw-write.ts'
import type { World } from './world.ts'
import { UNKNOWN, textOf } from './field.ts'

/** `text` is answered by `false` where there is no such file, by null where it cannot be read whole. */
export type Question = 'folder' | 'text' | 'repository' | 'real'

/** Answers so far, by `question path`; a missing key has not been asked for yet. */
export type Answers = ReadonlyMap<string, string | boolean | null>

export interface Ran {
  readonly worlds: World[]
  /** null: what it prints is not known. */
  readonly output: Output | null
}

export interface WriteOptions {
  readonly via?: WriteVia
  readonly kind?: WriteKind
  readonly deep?: boolean
  readonly only?: string | null
  readonly into?: readonly Field[]
  readonly intoOnly?: boolean
  readonly plain?: boolean
  readonly tree?: boolean
  readonly entry?: boolean
  readonly ifExists?: boolean
}

/** Limits of one reading; what goes beyond makes the command unreadable, never slow. */
export const MAX_STEPS = 10_000
export const MAX_WRITES = 2_000
export const MAX_NESTING = 100
export const MAX_PARSED = 2_097_152
/** UTF-16 units; no system takes longer paths. */
const MAX_PATH = 32_768
const MAX_QUESTIONS = 200

export interface Machine {
  readonly writes: RawWrite[]
  readonly commands: CommandLog
  /** What holds for the command that is met now. */
  readonly around: Circumstances
  /** Reads `inner` under other circumstances. */
  within<T>(change: Partial<Circumstances>, inner: () => T): T
  /** Notes a command. */
  met(program: string | null, args: readonly Field[], world: World): number | null
  readonly asked: Set<string>
  /** Why the reading is incomplete, in the order met. */
  readonly gaps: Set<string>
  write(world: World, target: Field, options?: WriteOptions): void
  /** Says which command the writes in this range belong to, as far as they belong to none yet. */
  attribute(from: number, to: number, command: number): void
  /** Throws once the time of the reading is used up. */
  readonly check: () => void
  /** Takes one step; false when it is used up. */
  step(): boolean
  /** Runs `inner` one level deeper; null beyond the limit. */
  nested<T>(inner: () => T): T | null
  /** Counts characters given to the parser; false when there were too many. */
  mayParse(characters: number): boolean
  ask(question: Question, path: string): string | boolean | null | undefined
  /** Absolute form of an exact field; null when it cannot be known. */
  absolute(world: World, field: Field | undefined): string | null
  /** Text of a file: what this very call wrote there, else what is on disk. @returns null when it is not known. */
  fileText(world: World, path: string | null): string | null
  /** Text of an output as a program would read it, parts that are not known left out; null when none is known. */
  contents(world: World, output: Output | null | undefined): string | null
  readonly resolve: (cwd: string, spelled: string) => string
  readonly isAbsolute: (path: string) => boolean
  /** Set by `read-shell`: the parts call each other through these. */
  runText(text: string, world: World, positional: readonly Field[] | null, stdin: Output | null, change?: Partial<Circumstances>): Ran
  runArgv(argv: readonly Field[], world: World, stdin: Output | null, change?: Partial<Circumstances>): Ran
}

export interface MachineHost {
  /** Throws once the budget of the reading is used up. */
  readonly check: () => void
  readonly answers: Answers
  readonly resolve: (cwd: string, spelled: string) => string
  readonly isAbsolute: (path: string) => boolean
}

/** Everything but the two entries that tie the parts together. */
export function createMachineState(host: MachineHost): Omit<Machine, 'runText' | 'runArgv'> {
  let steps = 0
  let depth = 0
  let parsed = 0
  const writes: RawWrite[] = []
  const asked = new Set<string>()
  const gaps = new Set<string>()
  const commands = createCommandLog()
  let around = OUTERMOST

  function ask(question: Question, path: string): string | boolean | null | undefined {
    const key = `${question} ${path}`
    const answer = host.answers.get(key)
    if (answer === undefined) {
      if (asked.size < MAX_QUESTIONS) asked.add(key)
      else gaps.add('it depends on more files than can be looked up')
    }
    return answer
  }

  function fileText(world: World, path: string | null): string | null {
    if (path === null) return null
    const written = world.texts.get(path)
    if (written !== undefined) return written
    const text = ask('text', path)
    if (text === null) gaps.add(`the text of ${path} is too long, or cannot be read`)
    return typeof text === 'string' ? text : null
  }

  return {
    writes,
    commands,
    get around() { return around },
    within(change, inner) {
      const before = around
      around = { ...around, ...change }
      try {
        return inner()
      } finally {
        around = before
      }
    },
    met(program, args, world) {
      const index = commands.add(program, args, world.cwd, around)
      if (index === null) gaps.add('it runs more commands than can be followed')
      return index
    },
    asked,
    gaps,
    resolve: host.resolve,
    isAbsolute: host.isAbsolute,
    check: host.check,
    write(world, target, options = {}) {
      // What runs on another machine changes that one.
      if (around.elsewhere) return
      if (target.text.length > MAX_PATH) gaps.add('it names a path that is too long to be one')
      else if (writes.length >= MAX_WRITES) gaps.add('it writes more files than can be followed')
      else writes.push(rawWrite(world, target, options, around.command))
    },
    attribute(from, to, command) {
      for (let at = from; at < to; at++) {
        const write = writes[at]
        if (write?.via === 'redirect') writes[at] = { ...write, command }
      }
    },
    step() {
      host.check()
      steps++
      if (steps > MAX_STEPS) gaps.add('it has more steps than can be followed')
      return steps <= MAX_STEPS
    },
    nested(inner) {
      if (depth >= MAX_NESTING) {
        gaps.add('it is nested more deeply than can be followed')
        return null
      }
      depth++
      try {
        return inner()
      } finally {
        depth--
      }
    },
    mayParse(characters) {
      parsed += characters
      if (parsed > MAX_PARSED) gaps.add('it holds more shell text than can be followed')
      return parsed <= MAX_PARSED
    },
    ask,
    fileText,
    contents(world, output) {
      if (output?.files === undefined) return output?.text ?? output?.guess ?? null
      const texts = output.files.map(path => fileText(world, path))
      return texts.includes(null) ? null : texts.join('')
    },
    absolute(world, field) {
      const text = textOf(field)
      if (text === null) return null
      if (host.isAbsolute(text)) return host.resolve('/', text)
      return world.cwd === null ? null : host.resolve(world.cwd, text)
    },
  }
}

function rawWrite(world: World, target: Field, options: WriteOptions, command: number | null): RawWrite {
  return {
    command,
    target: target.text.includes('\0') ? UNKNOWN : target,
    via: options.via ?? 'program',
    kind: options.kind ?? 'write',
    cwd: world.cwd,
    links: world.links,
    deep: options.deep ?? false,
    only: options.only ?? null,
    into: options.into ?? [],
    intoOnly: options.intoOnly ?? false,
    plain: options.plain ?? false,
    tree: options.tree ?? false,
    entry: options.entry ?? false,
    ifExists: options.ifExists ?? false,
  }
}
