/** Turns a word of the shell's syntax tree into fields: quotes, tildes, variables, substitutions, globs, braces. */
import { forEachChild, parse, type ParsedScript, type SyntaxNode, type Word, type WordPart } from 'unbash'
import { assertNever } from '../errors.ts'
import { expandBraces, MAX_BRACED } from './braces.ts'
import { UNKNOWN, concat, escapeGlob, exact, printed, textOf, type Field, type Output } from './field.ts'
import { activate, bracketGlob, createFieldBuilder, type FieldBuilder } from './field-builder.ts'
import type { Machine } from './machine.ts'
import { expandParameter, simpleParameter, type ParameterValue } from './parameters.ts'
import type { World } from './world.ts'

/** Longer words are not searched for braces. */
const MAX_BRACE_TEXT = 2_048

/** Runs the script of a substitution in a copy of the world; its writes count. */
export type Substitute = (script: ParsedScript, world: World) => Output | null

export interface WordReader {
  /** All fields of a word. */
  expand(word: Word, world: World): Field[]
  /** One field: an assignment, a redirection target, a `case` word; nothing is split. */
  single(word: Word, world: World): Field
  /** A here-document: expansions in force, quotes not. */
  body(parts: readonly WordPart[], world: World): Field
  /** What `< <(command)` feeds in; undefined when the word is no process substitution. */
  processOutput(word: Word, world: World): Output | null | undefined
  /** Runs the substitutions inside a node that is not read otherwise (`[[ … ]]`, `(( … ))`). */
  runInside(node: SyntaxNode, world: World): void
}

export function createWordReader(machine: Machine, substitute: Substitute): WordReader {
  const context: Context = { machine, substitute }
  return {
    expand: (word, world) => braceTexts(context, word).flatMap(one => expandWord(context, one, world, true)),
    single(word, world) {
      const fields = expandWord(context, word, world, false)
      return fields.length === 0 ? exact('') : fields.reduce(concat)
    },
    body(parts, world) {
      const builder = createFieldBuilder()
      for (const part of parts) addQuoted(context, part, world, builder)
      const fields = builder.finish()
      return fields.length === 0 ? exact('') : fields.reduce(concat)
    },
    processOutput(word, world) {
      const part = word.parts?.[0]
      if (word.parts?.length !== 1 || part?.type !== 'ProcessSubstitution') return undefined
      return part.script === undefined ? null : substitute(part.script, world)
    },
    runInside: (node, world) => runInside(context, node, world),
  }
}

interface Context {
  readonly machine: Machine
  readonly substitute: Substitute
}

function braceTexts(context: Context, word: Word): Word[] {
  if (word.parts?.some(part => part.type === 'BraceExpansion') !== true) return [word]
  if (word.text.length > MAX_BRACE_TEXT) {
    context.machine.gaps.add('it holds a brace expression that is too long to be read')
    return [word]
  }
  const texts = expandBraces(word.text)
  if (texts.length >= MAX_BRACED) context.machine.gaps.add('it holds a brace expression with more words than can be followed')
  if (!context.machine.mayParse(texts.reduce((sum, text) => sum + text.length, 0))) return [word]
  return texts.flatMap((text) => {
    context.machine.check()
    const command = parse(`: ${text}`).commands[0]?.command
    return command?.type === 'Command' ? (command).args.filter(argument => argument.type === 'Word') : []
  })
}

function expandWord(context: Context, word: Word, world: World, splitting: boolean): Field[] {
  context.machine.check()
  const builder = createFieldBuilder()
  const parts = word.parts
  if (parts === undefined) {
    addLiteral(word.text, word.value, true, world, builder, splitting)
    return builder.finish()
  }
  parts.forEach((part, index) => addPart(context, part, index === 0, world, builder, splitting))
  return builder.finish()
}

function addPart(context: Context, part: WordPart, first: boolean, world: World, builder: FieldBuilder, splitting: boolean): void {
  switch (part.type) {
    case 'Literal': return addLiteral(part.text, part.value, first, world, builder, splitting)
    case 'Glob': return builder.glob(part.kind === 'bracket' ? bracketGlob(part.text) ?? escapeGlob(part.text) : part.text, part.text)
    case 'ExtendedGlob': return builder.glob(extendedGlob(part.operator, part.pattern), part.text)
    case 'BraceExpansion': return builder.literal(part.text)
    case 'SingleQuoted':
    case 'AnsiCQuoted': return builder.literal(part.value)
    case 'DoubleQuoted':
    case 'LocaleString':
      builder.literal('')
      return part.parts.forEach(child => addQuoted(context, child, world, builder))
    case 'ProcessSubstitution':
      return builder.value({ ...UNKNOWN, output: part.script === undefined ? null : context.substitute(part.script, world) })
    case 'SimpleExpansion':
    case 'ParameterExpansion': {
      const value = parameterValue(context, part, world)
      return splitting ? builder.split(value.fields) : builder.value(joined(value, world))
    }
    case 'CommandExpansion': {
      const output = substituted(context, part, world)
      return splitting ? builder.split(outputFields(output)) : builder.value(quotedOutput(output))
    }
    case 'ArithmeticExpansion': return builder.value(arithmetic(context, part, world))
    default: return assertNever(part)
  }
}

/**
 * `@(a|b)` of plain words is kept; anything else is read as `*`. Nested repetitions would make an
 * expression that takes exponential time, and a wider pattern only judges more.
 */
function extendedGlob(operator: string, pattern: string): string {
  return operator === '@' && pattern.length <= 256 && /^[\w.|-]+$/.test(pattern) ? `@(${pattern})` : '*'
}

function addQuoted(context: Context, part: WordPart, world: World, builder: FieldBuilder): void {
  switch (part.type) {
    case 'SimpleExpansion':
    case 'ParameterExpansion': {
      const value = parameterValue(context, part, world)
      return value.each ? builder.each(value.fields) : builder.value(joined(value, world))
    }
    case 'CommandExpansion': return builder.value(quotedOutput(substituted(context, part, world)))
    case 'ArithmeticExpansion': return builder.value(arithmetic(context, part, world))
    case 'Literal': return builder.literal(part.value)
    default: return builder.literal(part.text)
  }
}

function addLiteral(text: string, value: string, first: boolean, world: World, builder: FieldBuilder, splitting: boolean): void {
  if (first && text.startsWith('~')) {
    const tilde = /^~[^/]*/.exec(text)?.[0] ?? '~'
    builder.value(tildeValue(tilde, world))
    return builder.literal(value.slice(tilde.length))
  }
  // unbash leaves glob characters of assignments in the literal; there they are text until used.
  if (splitting && /[*?[]/.test(text) && !text.includes('\\')) return builder.value(activate(text))
  builder.literal(value)
}

function tildeValue(tilde: string, world: World): Field {
  if (tilde === '~') return world.variables.get('HOME')?.[0] ?? UNKNOWN
  if (tilde === '~+') return world.cwd === null ? UNKNOWN : exact(world.cwd)
  if (tilde === '~-') return world.previousCwd === null ? UNKNOWN : exact(world.previousCwd)
  return UNKNOWN
}

function parameterValue(context: Context, part: Extract<WordPart, { type: 'SimpleExpansion' | 'ParameterExpansion' }>, world: World): ParameterValue {
  if (part.type === 'SimpleExpansion') return simpleParameter(part.text.replace(/\\\n/g, '').slice(1), world)
  return expandParameter(part, world, word => {
    const fields = expandWord(context, word, world, false)
    return fields.length === 0 ? exact('') : fields.reduce(concat)
  })
}

/** `"$*"`: joined by the first character of IFS. */
function joined(value: ParameterValue, world: World): Field {
  if (value.fields.length === 0) return exact('')
  const separator = exact(textOf(world.variables.get('IFS')?.[0])?.slice(0, 1) ?? ' ')
  return value.fields.reduce((left, right) => concat(concat(left, separator), right))
}

/** What `$(…)` prints; `$(< file)` and `$(cat file)` are looked up. */
function substituted(context: Context, part: Extract<WordPart, { type: 'CommandExpansion' }>, world: World): Output | null {
  const output = part.script === undefined ? null : context.substitute(part.script, world)
  if (output?.files === undefined) return output
  const text = context.machine.contents(world, output)
  return text === null ? null : printed(text)
}

/** Unquoted `$(…)`: every printed word. */
function outputFields(output: Output | null): readonly Field[] {
  return output === null ? [UNKNOWN] : output.lines
}

function quotedOutput(output: Output | null): Field {
  if (output === null) return UNKNOWN
  if (output.text !== null) return exact(output.text.replace(/\n+$/, ''))
  const [first, ...rest] = output.lines
  if (first === undefined) return UNKNOWN
  return rest.length === 0 ? first : { text: output.lines.map(line => line.text).join(' '), glob: null, known: false }
}

/** Only a plain number is read; real arithmetic is not. The commands inside run. */
function arithmetic(context: Context, part: Extract<WordPart, { type: 'ArithmeticExpansion' }>, world: World): Field {
  const match = /^\$\(\(\s*(\d+)\s*\)\)$/.exec(part.text)
  if (match === null) {
    runInside(context, part, world)
    // Backticks are left in the text there.
    for (const [, script = ''] of part.text.matchAll(/`((?:[^`\\]|\\[\s\S])*)`/g)) {
      if (context.machine.mayParse(script.length)) context.substitute(parse(script), world)
    }
  }
  return match === null ? UNKNOWN : exact(match[1] as string)
}

function runInside(context: Context, node: SyntaxNode, world: World): void {
  if (context.machine.nested(() => {
    forEachChild(node, (child) => {
      if (child.type === 'Script') context.substitute(child, world)
      else runInside(context, child, world)
    })
    return true
  }) === null) return
}

/** The text of a word where a whole command line is needed (`eval`). */
export function joinWords(fields: readonly Field[]): string | null {
  const texts = fields.map(textOf)
  return texts.includes(null) ? null : texts.join(' ')
}
