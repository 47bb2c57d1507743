/** find: what `-delete`, `-exec` and `-fprint` do, for the files that its name tests let through. */
import type { Call, Builtin } from '../call.ts'
import { compileGlob } from '../../base/glob.ts'
import { escapeGlob, exact, lastSegment, listed, pattern, textOf, type Field } from '../field.ts'
import { activeGlob } from '../field-builder.ts'
import { fork } from '../world.ts'

interface Action {
  readonly kind: 'delete' | 'exec' | 'print-to'
  readonly argv: readonly Field[]
}

/** One alternative of the expression (between `-o`): its name tests and its actions. */
interface Alternative {
  readonly names: string[]
  readonly actions: Action[]
  /** It only keeps folders out. */
  prunes: boolean
}

const TWO_ARGUMENTS = new Set(['-fprintf'])
const NO_ARGUMENT = new Set(['-print', '-print0', '-depth', '-empty', '-ls', '-mount', '-xdev', '-daystart', '-quit', '-true', '-false', '-nouser', '-nogroup', '-readable', '-writable', '-executable', '-follow', '-noleaf', '-a', '-and', ','])

export const find: Builtin = (call) => {
  const start = call.args.findIndex(field => /^[-(!]/.test(field.text) && !/^-[HLPO]/.test(field.text))
  const roots = (start < 0 ? call.args : call.args.slice(0, start)).filter(field => !/^-[HLPO]/.test(field.text))
  const expression = start < 0 ? [] : call.args.slice(start)
  const alternatives = readExpression(expression)
  // A variable that is set nowhere vanishes, and find then starts here.
  const named = roots.filter(root => root.known || root.text !== '')
  const where = named.length === 0 ? [exact('.')] : named
  for (const alternative of alternatives) {
    for (const action of alternative.actions) act(call, action, where, alternative.names)
  }
  const names = alternatives.some(one => one.names.length === 0) ? [] : alternatives.flatMap(one => one.names)
  return { worlds: [call.world], output: listed(candidates(where, names)) }
}

function act(call: Call, action: Action, roots: readonly Field[], names: readonly string[]): void {
  const { machine, world } = call
  if (action.kind === 'print-to') {
    action.argv.forEach(target => machine.write(world, target))
    return
  }
  if (action.kind === 'delete') {
    for (const root of roots) {
      if (names.length === 0) machine.write(world, root, { kind: 'delete', deep: true })
      for (const name of names) machine.write(world, root, { kind: 'delete', deep: true, only: `**/${name}` })
    }
    return
  }
  for (const found of candidates(roots, names)) {
    machine.runArgv(action.argv.map(field => field.text === '{}' ? found : placeIn(field, found)), fork(world), null, { via: 'find' })
  }
}

/** `{}` inside a word: `-exec sh -c 'rm {}'`. Patterns are put in as their text. */
function placeIn(field: Field, found: Field): Field {
  return field.text.includes('{}') && textOf(field) !== null ? exact(field.text.replaceAll('{}', () => found.text)) : field
}

/** Each starting point itself, and what lies below it under the given names. */
export function candidates(roots: readonly Field[], names: readonly string[]): Field[] {
  return roots.flatMap((root) => {
    const folder = root.text.replace(/\/+$/, '') || '/'
    const base = root.glob === null ? escapeGlob(folder) : root.glob.replace(/\/+$/, '')
    if (!root.known) return [root]
    const below = names.length === 0 ? ['*'] : names
    // With name tests the starting point itself is among them only where it bears such a name.
    const itself = names.length === 0 || root.glob !== null || names.some(name => compileGlob(name)(lastSegment(root.text)))
    return [...itself ? [root] : [], ...below.map(name => pattern(`${base}/**/${name}`, folder))]
  })
}

function readExpression(expression: readonly Field[]): Alternative[] {
  const alternatives: Alternative[] = [{ names: [], actions: [], prunes: false }]
  const inParentheses = expression.some(field => field.text === '(')
  let negated = false
  for (let at = 0; at < expression.length; at++) {
    const word = (expression[at] as Field).text
    const current = alternatives.at(-1) as Alternative
    const next = expression[at + 1]
    if (word === '!' || word === '-not') {
      negated = true
      continue
    }
    if (word === '-o' || word === '-or') alternatives.push({ names: [], actions: [], prunes: false })
    else if (word === '-prune') current.prunes = true
    else if (word === '-delete') current.actions.push({ kind: 'delete', argv: [] })
    else if (/^-(?:exec|ok)(?:dir)?$/.test(word)) {
      const end = expression.findIndex((field, index) => index > at && (field.text === ';' || (field.text === '+' && expression[index - 1]?.text === '{}')))
      const stop = end < 0 ? expression.length : end
      current.actions.push({ kind: 'exec', argv: expression.slice(at + 1, stop) })
      at = stop
    } else if (/^-f(?:print|print0|ls|printf)$/.test(word)) {
      if (next !== undefined) current.actions.push({ kind: 'print-to', argv: [next] })
      at += TWO_ARGUMENTS.has(word) ? 2 : 1
    } else if (/^-i?name$/.test(word)) {
      if (!negated && next !== undefined && next.known) current.names.push(word === '-iname' ? '*' : next.glob ?? activeGlob(next.text))
      at++
    } else if (word.startsWith('-') && !NO_ARGUMENT.has(word)) {
      at++
    }
    negated = false
  }
  return inParentheses ? [together(alternatives)] : alternatives
}

/** With parentheses the alternatives belong to one test: any of the names, or any name at all. */
function together(alternatives: readonly Alternative[]): Alternative {
  const tested = alternatives.filter(one => !one.prunes)
  const anyName = tested.some(one => one.names.length === 0)
  return { names: anyName ? [] : tested.flatMap(one => one.names), actions: alternatives.flatMap(one => one.actions), prunes: false }
}
