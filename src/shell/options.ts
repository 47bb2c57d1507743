/** Command-line options the way getopt reads them: clusters, attached values, `--`, GNU abbreviations. */
import { exact, textOf, type Field } from './field.ts'

export interface OptionSpec {
  /** Letters of short options that take a value. */
  readonly short?: string
  /** Long options that take their value from the next argument (with `=` any long option has one). */
  readonly long?: readonly string[]
  /** Letters whose value, if any, is attached (`sed -i.bak`). */
  readonly optional?: string
  /** Stop at the first operand: what follows belongs to another command. */
  readonly stop?: boolean
}

export interface ParsedOptions {
  readonly operands: readonly Field[]
  /** Whether an option was given, under any of its names (`R`, `recursive`). */
  has(...names: readonly string[]): boolean
  /** The last value given for an option. */
  value(...names: readonly string[]): Field | null
  values(...names: readonly string[]): readonly Field[]
}

interface Given {
  readonly name: string
  readonly long: boolean
  readonly value: Field | null
}

export function parseOptions(args: readonly Field[], spec: OptionSpec = {}): ParsedOptions {
  const given: Given[] = []
  const operands: Field[] = []
  let index = 0
  for (; index < args.length; index++) {
    const field = args[index] as Field
    const text = field.text
    if (text === '--' && field.glob === null) {
      operands.push(...args.slice(index + 1))
      break
    }
    if (text.startsWith('--')) {
      index += readLong(text, args[index + 1], spec, given)
    } else if (text.startsWith('-') && text.length > 1 && textOf(field) !== null) {
      index += readCluster(text.slice(1), args[index + 1], spec, given)
    } else if (spec.stop === true) {
      operands.push(...args.slice(index))
      break
    } else {
      operands.push(field)
    }
  }
  const matching = (names: readonly string[]): Given[] => given.filter(option => names.some(name => option.long ? isLong(option.name, name) : option.name === name))
  return {
    operands,
    has: (...names) => matching(names).length > 0,
    value: (...names) => matching(names).findLast(option => option.value !== null)?.value ?? null,
    values: (...names) => matching(names).flatMap(option => option.value === null ? [] : [option.value]),
  }
}

/** GNU programs take any unique beginning of a long option. */
function isLong(givenName: string, name: string): boolean {
  return name.length > 1 && givenName.length > 1 && name.startsWith(givenName)
}

/** @returns how many arguments beyond this one were used up. */
function readLong(text: string, next: Field | undefined, spec: OptionSpec, given: Given[]): number {
  const equals = text.indexOf('=')
  if (equals > 0) {
    given.push({ name: text.slice(2, equals), long: true, value: exact(text.slice(equals + 1)) })
    return 0
  }
  const name = text.slice(2)
  const takesNext = next !== undefined && (spec.long ?? []).some(long => isLong(name, long))
  given.push({ name, long: true, value: takesNext ? next : null })
  return takesNext ? 1 : 0
}

function readCluster(letters: string, next: Field | undefined, spec: OptionSpec, given: Given[]): number {
  for (let at = 0; at < letters.length; at++) {
    const name = letters[at] as string
    const rest = letters.slice(at + 1)
    if ((spec.optional ?? '').includes(name)) {
      given.push({ name, long: false, value: exact(rest) })
      return 0
    }
    if ((spec.short ?? '').includes(name)) {
      if (rest !== '') {
        given.push({ name, long: false, value: exact(rest) })
        return 0
      }
      given.push({ name, long: false, value: next ?? null })
      return next === undefined ? 0 : 1
    }
    given.push({ name, long: false, value: null })
  }
  return 0
}
