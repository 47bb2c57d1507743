/**
 * Compares a value with a schema and reports everything that is wrong, not only the first problem;
 * schemastery itself stops there, and lets unknown keys through. The copy that comes back holds only
 * what is right, so that later checks need no type tests. Defaults are schemastery's own business.
 */
import { nearest } from '../base/nearest.ts'
import { GuardError } from '../errors.ts'
import { keyPath, unexpected, type ConfigIssue, type KeyPath } from './issue.ts'

/** The part of a schemastery schema that is read here. */
export interface SchemaNode {
  readonly type: string
  readonly meta: {
    readonly required?: boolean | undefined
    readonly min?: number | undefined
    readonly max?: number | undefined
    readonly step?: number | undefined
    readonly default?: unknown
    readonly description?: unknown
  }
  readonly dict?: Readonly<Record<string, SchemaNode>> | undefined
  readonly list?: readonly SchemaNode[] | undefined
  readonly inner?: SchemaNode | undefined
  readonly value?: unknown
}

/**
 * @param issues gets one entry per problem.
 * @returns a detached copy without what is wrong or null; undefined when nothing is left.
 */
export function walk(schema: SchemaNode, value: unknown, path: KeyPath, issues: ConfigIssue[]): unknown {
  if (value === undefined || value === null) {
    if (schema.meta.required === true) issues.push(unexpected(path, value, describe(schema)))
    return undefined
  }
  switch (schema.type) {
    case 'object': return walkObject(schema, value, path, issues)
    case 'dict': return walkDict(schema, value, path, issues)
    case 'array': return walkArray(schema, value, path, issues)
    case 'union': return walkUnion(schema, value, path, issues)
    case 'any': return value
    default:
      if (matches(schema, value)) return value
      issues.push(unexpected(path, value, describe(schema)))
      return undefined
  }
}

function walkObject(schema: SchemaNode, value: unknown, path: KeyPath, issues: ConfigIssue[]): unknown {
  if (!isPlainObject(value)) return refuse(schema, value, path, issues)
  const known = schema.dict ?? {}
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(known, key)) issues.push(unknownKey([...path, key], Object.keys(known)))
  }
  for (const [key, inner] of Object.entries(known)) {
    const item = walk(inner, Object.hasOwn(value, key) ? value[key] : undefined, [...path, key], issues)
    if (item !== undefined) copy[key] = item
  }
  return copy
}

function walkDict(schema: SchemaNode, value: unknown, path: KeyPath, issues: ConfigIssue[]): unknown {
  if (!isPlainObject(value)) return refuse(schema, value, path, issues)
  const entries: [string, unknown][] = []
  for (const [key, item] of Object.entries(value)) {
    // A dictionary's entry that is null is a mistake, unlike a known key that was left empty.
    const inner = schema.inner
    const read = inner === undefined || inner.type === 'any' ? item : item === null ? refuse(inner, item, [...path, key], issues) : walk(inner, item, [...path, key], issues)
    if (read !== undefined) entries.push([key, read])
  }
  return Object.fromEntries(entries)
}

function walkArray(schema: SchemaNode, value: unknown, path: KeyPath, issues: ConfigIssue[]): unknown {
  if (!Array.isArray(value)) return refuse(schema, value, path, issues)
  const inner = schema.inner
  if (inner === undefined) return [...value as unknown[]]
  return Array.from(value as unknown[], (item, index) => item === null || item === undefined
    ? refuse(inner, item, [...path, index], issues)
    : walk(inner, item, [...path, index], issues))
}

function walkUnion(schema: SchemaNode, value: unknown, path: KeyPath, issues: ConfigIssue[]): unknown {
  const list = schema.list ?? []
  const fitting = list.find(inner => matches(inner, value)) ?? (Array.isArray(value) ? list.find(inner => inner.type === 'array') : undefined)
  if (fitting !== undefined) return walk(fitting, value, path, issues)
  const words = list.flatMap(inner => inner.type === 'const' ? [String(inner.value)] : [])
  const near = typeof value === 'string' ? nearest(value, words) : null
  issues.push(unexpected(path, value, describe(schema) + (near === null ? '' : ` (did you mean ${near}?)`)))
  return undefined
}

function refuse(schema: SchemaNode, value: unknown, path: KeyPath, issues: ConfigIssue[]): undefined {
  issues.push(unexpected(path, value, describe(schema)))
  return undefined
}

function unknownKey(path: KeyPath, known: readonly string[]): ConfigIssue {
  const near = nearest(String(path.at(-1)), known)
  const hint = near === null ? `expected one of ${known.join(', ')}` : `did you mean ${near}?`
  return { message: `${keyPath(path)} is not a known key; ${hint}`, path }
}

/** Whether a scalar (or, for a list, the kind of value) is what the schema asks for. */
function matches(schema: SchemaNode, value: unknown): boolean {
  const { min = -Infinity, max = Infinity, step } = schema.meta
  switch (schema.type) {
    case 'string': return typeof value === 'string'
    case 'boolean': return typeof value === 'boolean'
    case 'number': return typeof value === 'number' && value >= min && value <= max && (step === undefined || Number.isSafeInteger(value))
    case 'const': return value === schema.value
    case 'array': return Array.isArray(value)
    default: throw new GuardError('INTERNAL', `the schema uses a type that is not checked: ${schema.type}`)
  }
}

/** What a schema asks for, to stand after "expected". */
function describe(schema: SchemaNode): string {
  const { min = -Infinity, max = Infinity, step } = schema.meta
  switch (schema.type) {
    case 'string': return 'a string'
    case 'boolean': return 'true or false'
    case 'const': return String(schema.value)
    case 'array': return 'a list'
    case 'object':
    case 'dict': return 'keys and values'
    case 'number': {
      const bounds = [min === -Infinity ? '' : ` of at least ${min}`, max === Infinity || max === Number.MAX_SAFE_INTEGER ? '' : `${min === -Infinity ? ' of' : ' and'} at most ${max}`]
      return `${step === undefined ? 'a number' : 'a whole number'}${bounds.join('')}`
    }
    case 'union': {
      const list = schema.list ?? []
      const words = list.map(describe)
      return list.every(inner => inner.type === 'const') ? `one of ${words.join(', ')}` : words.join(' or ')
    }
    default: throw new GuardError('INTERNAL', `the schema uses a type that has no description: ${schema.type}`)
  }
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === '[object Object]'
}
