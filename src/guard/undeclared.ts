/**
 * Names that are declared nowhere. A compartment reads them as `undefined` without a word, and a guard
 * that asks about `undefined` decides nothing: such a script is refused like one that does not parse.
 */
import { createRequire } from 'node:module'
import type { AnyNode, Program } from 'acorn'
import type { analyze as Analyze } from 'eslint-scope'
import { nearest } from '../base/nearest.ts'
import { API_NAMES, GUARD_GLOBALS, insteadOf } from './globals.ts'

export interface NameWarning {
  readonly text: string
  readonly offset: number
}

interface Undeclared {
  readonly name: string
  readonly isWrite: boolean
  readonly offset: number
}

// Loaded with the first guard that is compiled.
const require = createRequire(import.meta.url)
/** Names told beside the first. */
const MAX_FURTHER = 5

/** @returns what is to be said, at the place of the first such name; null when every name is declared. */
export function undeclaredNames(program: Program, typeofOperands: ReadonlySet<number>): NameWarning | null {
  const { analyze } = require('eslint-scope') as { readonly analyze: typeof Analyze }
  const scopes = analyze(program as Parameters<typeof analyze>[0], {
    ecmaVersion: 2022, sourceType: 'script', nodejsScope: true, impliedStrict: true, fallback: 'iteration',
  })
  const found = new Map<string, Undeclared>()
  for (const reference of scopes.globalScope?.through ?? []) {
    const { name, start: offset } = reference.identifier as unknown as { name: string, start: number }
    // `typeof x` is how one asks whether a name is there.
    if (name === 'vance' || name === 'arguments' || GUARD_GLOBALS.has(name) || typeofOperands.has(offset)) continue
    const known = found.get(name)
    if (known === undefined || offset < known.offset) found.set(name, { name, isWrite: reference.isWrite(), offset })
  }
  const [first, ...further] = [...found.values()].sort((a, b) => a.offset - b.offset)
  if (first === undefined) return null
  const declared = scopes.scopes.flatMap(scope => scope.variables.map(variable => variable.name))
  return { text: `${describe(first, declared)}${furtherText(further)}`, offset: first.offset }
}

function describe({ name, isWrite }: Undeclared, declared: readonly string[]): string {
  const instead = insteadOf(name)
  if (instead !== null) return `${name} is not available in a guard: ${instead}`
  const said = isWrite ? `${name} is assigned to but declared nowhere: write const or let before it` : `${name} is declared nowhere and would read as undefined`
  const near = suggestion(name, declared)
  return near === null ? said : `${said}; did you mean ${near}?`
}

/** A name of the script or of the language, else the member of `vance` that the name stands for. */
function suggestion(name: string, declared: readonly string[]): string | null {
  const exact = API_NAMES.get(name)
  if (exact !== undefined) return exact
  const near = nearest(name, [...new Set(['vance', ...declared, ...API_NAMES.keys(), ...GUARD_GLOBALS])].filter(candidate => candidate.length > 2))
  return near === null || declared.includes(near) ? near : API_NAMES.get(near) ?? near
}

function furtherText(further: readonly Undeclared[]): string {
  if (further.length === 0) return ''
  const more = further.length > MAX_FURTHER ? ` and ${further.length - MAX_FURTHER} more` : ''
  return ` (declared nowhere as well: ${further.slice(0, MAX_FURTHER).map(one => one.name).join(', ')}${more})`
}

/** The offset of the operand of `typeof name`. */
export function typeofOperand(node: AnyNode): number | null {
  return node.type === 'UnaryExpression' && node.operator === 'typeof' && node.argument.type === 'Identifier' ? node.argument.start : null
}

/** A use of `Math.random`, which is not there although `Math` is. */
export function isMathRandom(node: AnyNode): boolean {
  return node.type === 'MemberExpression' && !node.computed
    && node.object.type === 'Identifier' && node.object.name === 'Math'
    && node.property.type === 'Identifier' && node.property.name === 'random'
}
