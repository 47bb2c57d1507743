/** Values of variables and what `${…}` does to them. Unknown in, unknown out. */
import type { ParameterExpansionPart, ParameterOperation, Word } from 'unbash'
import { shellPattern } from '../base/glob.ts'
import { UNKNOWN, exact, textOf, type Field } from './field.ts'
import { activeGlob } from './field-builder.ts'
import type { World } from './world.ts'

/** How an operand (`${F:-operand}`) becomes a text; null when unknown. */
export type OperandText = (word: Word) => Field

export interface ParameterValue {
  readonly fields: readonly Field[]
  /** `$@`, `${A[@]}`: in quotes each value stays a field of its own. */
  readonly each: boolean
}

/** `$name`, `$1`, `$@`, `$#`. */
export function simpleParameter(name: string, world: World): ParameterValue {
  if (name === '@' || name === '*') return { fields: world.positional, each: name === '@' }
  if (name === '#') return single(exact(String(world.positional.length)))
  if (/^[1-9]\d*$/.test(name)) return single(world.positional[Number(name) - 1] ?? UNKNOWN)
  if (name === 'PWD') return single(world.cwd === null ? UNKNOWN : exact(world.cwd))
  if (name === 'OLDPWD') return single(world.previousCwd === null ? UNKNOWN : exact(world.previousCwd))
  const value = world.variables.get(name)
  if (name === 'IFS' && value === undefined) return single(exact(' \t\n'))
  return single(value?.[0] ?? UNKNOWN)
}

export function expandParameter(part: ParameterExpansionPart, world: World, operandText: OperandText): ParameterValue {
  const base = baseValue(part, world)
  if (part.prefix === '#') return single(lengthOf(base, part))
  if (part.prefix === '!') return indirect(part, base, world)
  const operation = part.operation
  if (operation === undefined) return base
  if (operation.type === 'Default') {
    const value = withDefault(base, operation, operandText)
    // `${F:=x}` also sets F.
    if (operation.operator.endsWith('=')) world.variables.set(part.parameter, value.fields)
    return value
  }
  return { ...base, fields: base.fields.map(field => applyOperation(field, operation, operandText)) }
}

function baseValue(part: ParameterExpansionPart, world: World): ParameterValue {
  const index = part.index?.value
  if (index === undefined) return simpleParameter(part.parameter, world)
  const values = world.variables.get(part.parameter)
  if (values === undefined) return single(UNKNOWN)
  if (index === '@' || index === '*') return { fields: values, each: index === '@' }
  return single(/^\d+$/.test(index) ? values[Number(index)] ?? UNKNOWN : UNKNOWN)
}

function indirect(part: ParameterExpansionPart, base: ParameterValue, world: World): ParameterValue {
  if (part.operation !== undefined) return single(UNKNOWN)
  const name = textOf(base.fields[0])
  return name === null ? single(UNKNOWN) : simpleParameter(name, world)
}

function lengthOf(base: ParameterValue, part: ParameterExpansionPart): Field {
  if (part.index !== undefined && base.fields.length !== 1) return exact(String(base.fields.length))
  const text = textOf(base.fields[0])
  return text === null ? UNKNOWN : exact(String(text.length))
}

function withDefault(base: ParameterValue, operation: Extract<ParameterOperation, { type: 'Default' }>, operandText: OperandText): ParameterValue {
  const first = base.fields[0] ?? UNKNOWN
  const operator = operation.operator.replace(':', '')
  if (operator === '+') return single(operandText(operation.operand))
  // A variable that is set nowhere in the command may be unset: the default is what can be read.
  const useDefault = !first.known || (operation.operator.startsWith(':') && first.text === '')
  return useDefault && operator !== '?' ? single(operandText(operation.operand)) : base
}

function applyOperation(field: Field, operation: Exclude<ParameterOperation, { type: 'Default' }>, operandText: OperandText): Field {
  const text = textOf(field)
  if (text === null) return UNKNOWN
  switch (operation.type) {
    case 'Remove': return remove(text, operation.operator, operandText(operation.operand))
    case 'Replace': return replace(text, operation.operator, operandText(operation.pattern), operandText(operation.replacement))
    case 'Slice': return slice(text, operation.offset.value, operation.length?.value)
    case 'CaseModification': {
      if (operation.operand !== undefined) return UNKNOWN
      const change = operation.operator.startsWith('^') ? (part: string) => part.toUpperCase() : (part: string) => part.toLowerCase()
      return exact(operation.operator.length === 2 ? change(text) : change(text.slice(0, 1)) + text.slice(1))
    }
    default: return UNKNOWN
  }
}

function remove(text: string, operator: '#' | '##' | '%' | '%%', pattern: Field): Field {
  const shell = pattern.known && !(pattern.glob ?? '').includes('@(') ? shellPattern(pattern.glob ?? activeGlob(pattern.text)) : null
  if (shell === null) return UNKNOWN
  const longest = operator.length === 2
  const front = operator.startsWith('#')
  const length = front ? shell.front(text, longest) : shell.back(text, longest)
  if (length === undefined) return UNKNOWN
  return exact(front ? text.slice(length ?? 0) : text.slice(0, text.length - (length ?? 0)))
}

function replace(text: string, operator: string, pattern: Field, replacement: Field): Field {
  const from = textOf(pattern)
  const to = textOf(replacement)
  // Glob patterns would need every match position; they are left unknown.
  if (from === null || to === null || from === '' || /[*?[]/.test(from)) return UNKNOWN
  if (operator === '//') return exact(text.split(from).join(to))
  if (operator === '/#') return exact(text.startsWith(from) ? to + text.slice(from.length) : text)
  if (operator === '/%') return exact(text.endsWith(from) ? text.slice(0, text.length - from.length) + to : text)
  return exact(text.replace(from, () => to))
}

function slice(text: string, offset: string, length: string | undefined): Field {
  const from = Number(offset)
  const count = length === undefined ? text.length : Number(length)
  if (!Number.isInteger(from) || !Number.isInteger(count)) return UNKNOWN
  const start = from < 0 ? Math.max(0, text.length + from) : from
  return exact(count < 0 ? text.slice(start, text.length + count) : text.slice(start, start + count))
}

function single(field: Field): ParameterValue {
  return { fields: [field], each: false }
}
