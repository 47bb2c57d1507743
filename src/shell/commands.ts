/**
 * The list of commands that a reading finds. Owns the circumstances under which a command is met (what stands
 * around it, what feeds it, how it came to be run) and the way from words to an entry; runs nothing.
 */
import type { Command } from 'unbash'
import { unescapeGlob } from '../base/glob.ts'
import { prefixOf, textOf, type Field } from './field.ts'
import type { CommandVia, ShellCommand, ShellInput, ShellWord } from './reading.ts'

/** What holds for every command met inside it. */
export interface Circumstances {
  readonly via: CommandVia
  readonly wrappers: readonly string[]
  readonly env: Readonly<Record<string, string | null>>
  readonly input: ShellInput
  readonly elsewhere: boolean
  /** It runs beside what comes next: in the background or in a pipe. */
  readonly forks: boolean
  /** The shell text that is being read, and the command in it. */
  readonly text: string
  readonly node: Command | null
  /** Index of the command that is being run. */
  readonly command: number | null
}

export const OUTERMOST: Circumstances = { via: 'direct', wrappers: [], env: {}, input: { kind: 'none' }, elsewhere: false, forks: false, text: '', node: null, command: null }

/** Commands of one reading. */
export const MAX_COMMANDS = 2_000
const MAX_SOURCE = 200
const MAX_KEY = 8_192

export interface CommandLog {
  readonly entries: readonly ShellCommand[]
  /** Index of the command met last; null before the first. */
  readonly last: number | null
  /** How often `add` was called. */
  readonly met: number
  /** @returns the index of the entry; null when there are too many. */
  add(program: string | null, args: readonly Field[], cwd: string | null, around: Circumstances): number | null
}

export function createCommandLog(): CommandLog {
  const entries: ShellCommand[] = []
  const known = new Map<string, number>()
  let last: number | null = null
  let met = 0
  return {
    entries,
    get last() { return last },
    get met() { return met },
    add(program, args, cwd, around) {
      met++
      const entry = entryOf(program, args, cwd, around)
      // A loop or a branch that is followed twice meets the same command again.
      const key = keyOf(entry, args, around)
      const index = (key === null ? undefined : known.get(key)) ?? entries.length
      if (index >= MAX_COMMANDS) return null
      if (key !== null) known.set(key, index)
      entries[index] = entry
      last = index
      return index
    },
  }
}

/** @returns null for words that are too long to be compared. */
function keyOf(entry: ShellCommand, args: readonly Field[], around: Circumstances): string | null {
  let key = [around.node?.pos, entry.via, entry.cwd, entry.program, entry.source, ...entry.wrappers, entry.elsewhere ? 1 : 0, 'from' in entry.input ? entry.input.from : entry.input.kind].join('\n')
  for (const field of args) {
    key += `\0${field.known ? 1 : 0}${field.glob ?? field.text}`
    if (key.length > MAX_KEY) return null
  }
  return key
}

function entryOf(program: string | null, args: readonly Field[], cwd: string | null, around: Circumstances): ShellCommand {
  return {
    program,
    args: args.map(textOf),
    words: args.map(wordOf),
    wrappers: around.wrappers,
    env: around.env,
    cwd: around.elsewhere ? null : cwd,
    input: around.input,
    via: around.via,
    elsewhere: around.elsewhere,
    source: sourceOf(around, program, args).slice(0, MAX_SOURCE),
  }
}

export function wordOf(field: Field): ShellWord {
  return { text: textOf(field), prefix: prefixOf(field), pattern: field.known && field.glob !== null ? unescapeGlob(field.glob) : null }
}

function sourceOf(around: Circumstances, program: string | null, args: readonly Field[]): string {
  if (around.node === null) return [program ?? '', ...args.map(field => field.text)].join(' ')
  return around.text.slice(around.node.pos, around.node.end)
}
