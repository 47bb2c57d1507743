/**
 * The arguments of a command the way its program reads them: options in any order, clusters, attached and
 * separate values, `--`, unique abbreviations. Owns the way of reading; which options take values is data of grammars.ts.
 */
import type { ShellCommand, ShellWord } from '../../shell/reading.ts'
import { grammarOf, type Grammar } from './grammars.ts'

export interface GivenOption {
  /** With its dashes, without its value. */
  readonly name: string
  /** undefined: none; null: cannot be known. */
  readonly value: string | null | undefined
}

export interface Arguments {
  readonly options: readonly GivenOption[]
  /** Everything that is no option and no option's value. */
  readonly operands: readonly ShellWord[]
  readonly grammar: Grammar
}

const KNOWN = new WeakMap<ShellCommand, Arguments>()

export function argumentsOf(command: ShellCommand): Arguments {
  const known = KNOWN.get(command)
  if (known !== undefined) return known
  const read = readArguments(command.words, grammarOf(command.program ?? ''))
  KNOWN.set(command, read)
  return read
}

export function readArguments(words: readonly ShellWord[], grammar: Grammar): Arguments {
  const options: GivenOption[] = []
  const operands: ShellWord[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as ShellWord
    const text = word.text ?? word.prefix
    const next = words[at + 1]
    // What comes behind the name of a subcommand may have other options with values.
    const own = grammar.sub === undefined ? undefined : operands.map(one => grammar.sub?.[one.text ?? '']).findLast(one => one !== undefined)
    if (text === '--') {
      operands.push(...words.slice(at + 1))
      break
    }
    if (text.length < 2 || !text.startsWith('-') || (word.text === null && word.prefix === '')) operands.push(word)
    else if (text.startsWith('--') || grammar.single === true) at += readLong(word, text, next, grammar, own, options)
    else at += readCluster(word, text, next, grammar, own, options)
  }
  return { options, operands, grammar }
}

function readLong(word: ShellWord, text: string, next: ShellWord | undefined, grammar: Grammar, own: Grammar | undefined, options: GivenOption[]): number {
  const equals = text.indexOf('=')
  if (equals > 0) {
    options.push({ name: text.slice(0, equals), value: word.text === null ? null : text.slice(equals + 1) })
    return 0
  }
  const bare = text.replace(/^-+/, '')
  const named = (list: readonly string[] | undefined): boolean => list?.some(long => long === bare || (grammar.abbreviates === true && bare.length > 2 && long.startsWith(bare))) === true
  const takes = next !== undefined && (grammar.flags === undefined ? named(grammar.long) || named(own?.long) : !grammar.flags.includes(bare))
  options.push({ name: text, value: takes ? next.text : undefined })
  return takes ? 1 : 0
}

function readCluster(word: ShellWord, text: string, next: ShellWord | undefined, grammar: Grammar, own: Grammar | undefined, options: GivenOption[]): number {
  const letters = (own?.short ?? '') + (grammar.short ?? '')
  for (let at = 1; at < text.length; at++) {
    const name = `-${text[at] ?? ''}`
    if (!letters.includes(text[at] ?? '')) {
      options.push({ name, value: undefined })
      continue
    }
    const rest = text.slice(at + 1)
    options.push({ name, value: rest === '' ? next?.text : word.text === null ? null : rest.replace(/^=/, '') })
    return rest === '' && next !== undefined ? 1 : 0
  }
  return 0
}

/** @param names alternatives with `|`, each with its dashes. */
export function optionOf(given: Arguments, names: string): GivenOption | undefined {
  const wanted = names.split('|')
  return given.options.find(option => option.value !== 'false' && option.value !== 'none' && wanted.some(name => isNamed(option.name, name, given.grammar)))
}

/** `--dry-run=none` and `--force=false` switch off what the plain option would switch on. */
function isNamed(givenName: string, name: string, grammar: Grammar): boolean {
  if (givenName === name) return true
  if (grammar.single === true) return name.length > 2 && givenName.replace(/^-+/, '') === name.replace(/^-+/, '')
  return grammar.abbreviates === true && givenName.length > 3 && name.startsWith('--') && givenName.startsWith('--') && name.startsWith(givenName)
}
