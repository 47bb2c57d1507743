/**
 * What a compiled script must look like beside the script it was made of, read by a parser and by the
 * engine: one function whose body is the script, tick for tick and line for line. Owns no rule of the
 * compiler: what it may refuse is not said here.
 */
import { createContext, Script } from 'node:vm'
import type { AnyNode, BlockStatement, Node } from 'acorn'
import { createShallowParser } from '../../../src/guard/shallow-parser.ts'
import type { CompiledGuard, Position } from '../../../src/types.ts'

const LINE_END = /\r\n|[\n\r\u2028\u2029]/
const OPEN = /^\(\(__vance_tick\) => (?:async )?function \(vance\) \{\n/
const parser = createShallowParser(() => new Error('it is nested too deeply for the check'))
const CLOSE = '\n})(__vance_tick)'
const realm = createContext(Object.assign(Object.create(null) as object, { __vance_tick: 0 }))

/** What is wrong with a compiled script; null for nothing. @param text the script, its types taken out. */
export function faultOfCompiled(text: string, { code, isAsync }: CompiledGuard): string | null {
  try {
    const body = bodyOf(code, isAsync)
    // A carriage return at the very end is one line end with the line feed that follows.
    const [before, after] = [text.replace(/\r$/, '').split(LINE_END), code.split(LINE_END)]
    if (after.length !== before.length + 3) return `${before.length} lines became ${after.length}`
    // What the engine takes for the function is what the parser took for it, so that nothing runs at once.
    const made: unknown = new Script(`'use strict';${code}`).runInContext(realm)
    if (typeof made !== 'function') return `the engine made ${String(made)} of it`
    const seen = code.slice(body.start, body.end)
    if (!String(made).endsWith(`function (vance) ${seen}`)) return 'the engine sees another function'
    const own = parser.parse(text, { ecmaVersion: 'latest', sourceType: 'script', strict: true, locations: true, allowHashBang: true, allowReturnOutsideFunction: true, allowAwaitOutsideFunction: true, allowImportExportEverywhere: true })
    compareLists(own.body.filter(node => !isNoExport(node)), body.body.filter(node => !isLeftover(node)))
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Whether a place is one in the text; it may be in a line end, which can be two characters. */
export function isIn(text: string, { line, column }: Position): boolean {
  const found = text.split(LINE_END)[line - 1]
  return found !== undefined && column >= 1 && column <= found.length + 2
}

function bodyOf(code: string, isAsync: boolean): BlockStatement {
  const [statement, ...more] = parser.parse(code, { ecmaVersion: 'latest', sourceType: 'script', strict: true, locations: true }).body
  if (statement?.type !== 'ExpressionStatement' || more.length > 0) throw new Error('it is not one expression')
  const { expression } = statement
  if (expression.type !== 'CallExpression' || expression.callee.type !== 'ArrowFunctionExpression') throw new Error('it is not the call of the wrapper')
  const made = expression.callee.body
  if (made.type !== 'FunctionExpression' || made.async !== isAsync || made.generator) throw new Error('the wrapper gives something else')
  const open = OPEN.exec(code)?.[0].length ?? 0
  if (made.body.start !== open - 2 || code.slice(made.body.end - 2, made.body.end - 2 + CLOSE.length) !== CLOSE || statement.end !== made.body.end - 2 + CLOSE.length) throw new Error('the body ends before its end')
  return made.body
}

function isNoExport(node: AnyNode): boolean {
  return node.type === 'ExportNamedDeclaration' || node.type === 'EmptyStatement' || isEmptyBlock(node)
}

/** `export {}` has become a semicolon and a block. */
function isLeftover(node: AnyNode): boolean {
  return node.type === 'EmptyStatement' || isEmptyBlock(node)
}

function isEmptyBlock(node: AnyNode): boolean {
  return node.type === 'BlockStatement' && node.body.length === 0
}

type Fields = Readonly<Record<string, unknown>>

/** Places and spellings, which may differ. */
const SPELLING = new Set(['start', 'end', 'loc', 'raw', 'pattern', 'directive'])

function compareLists(own: readonly unknown[], compiled: readonly unknown[]): void {
  if (own.length !== compiled.length) throw new Error(`${own.length} parts became ${compiled.length}`)
  for (const [index, item] of own.entries()) compare(item, compiled[index])
}

function compare(own: unknown, compiled: unknown): void {
  if (Array.isArray(own) && Array.isArray(compiled)) compareLists(own, compiled)
  else if (isNode(own) && isNode(compiled)) compareNodes(own, compiled)
  else if (own instanceof RegExp && compiled instanceof RegExp) compare(own.flags, compiled.flags)
  else if (isObject(own) && isObject(compiled)) compareFields(own, compiled)
  else if (own !== compiled) throw new Error(`${String(own)} became ${String(compiled)}`)
}

function compareFields(own: Fields, compiled: Fields): void {
  for (const key of new Set([...Object.keys(own), ...Object.keys(compiled)])) if (!SPELLING.has(key)) compare(own[key], compiled[key])
}

function compareNodes(own: Node, compiled: Node): void {
  if (own.type !== compiled.type) throw new Error(`${own.type} became ${compiled.type}`)
  if (own.loc !== compiled.loc && own.loc?.start.line !== (compiled.loc?.start.line ?? 0) - 1) throw new Error(`${own.type} of line ${own.loc?.start.line} stands in line ${compiled.loc?.start.line}`)
  compareFields(own as unknown as Fields, withoutTick(own as AnyNode, compiled as AnyNode))
}

/** The compiled node as it was; throws where the tick is missing. */
function withoutTick(own: AnyNode, compiled: AnyNode): Fields {
  const fields = { ...compiled } as unknown as Record<string, unknown>
  switch (compiled.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression': return { ...fields, body: afterTick(compiled.body) }
    case 'StaticBlock': return compiled.body.length === 0 ? fields : { ...fields, body: ticked(compiled.body) }
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement': return { ...fields, body: bodyOfLoop(own as typeof compiled, compiled) }
    case 'ArrowFunctionExpression': return { ...fields, body: bodyOfArrow(own as typeof compiled, compiled) }
    default: return fields
  }
}

function bodyOfLoop(own: { readonly body: Node }, compiled: { readonly body: AnyNode }): unknown {
  if (compiled.body.type !== 'BlockStatement') throw new Error('a loop without a tick')
  if (own.body.type === 'BlockStatement') return afterTick(compiled.body)
  const [only, ...more] = ticked(compiled.body.body)
  if (more.length > 0) throw new Error('a loop has taken in what follows it')
  return only
}

function bodyOfArrow(own: { readonly body: AnyNode }, compiled: { readonly body: AnyNode }): unknown {
  if (compiled.body.type === 'BlockStatement') return afterTick(compiled.body)
  // Of a list in brackets, the tick is in the first.
  if (own.body.type !== 'SequenceExpression' || compiled.body.type !== 'SequenceExpression') return valueAfterTick(compiled.body)
  const [first, ...rest] = compiled.body.expressions
  return { ...compiled.body, expressions: [valueAfterTick(first), ...rest] }
}

/** Of `tick() ? 0 : value`. */
function valueAfterTick(node: AnyNode | undefined): AnyNode {
  if (node?.type !== 'ConditionalExpression' || !isTick(node.test)) throw new Error('an arrow function without a tick')
  return node.alternate
}

function afterTick(block: BlockStatement): unknown {
  return { ...block, body: ticked(block.body) }
}

function ticked(body: readonly AnyNode[]): readonly AnyNode[] {
  const [first, ...rest] = body
  if (first?.type !== 'ExpressionStatement' || !isTick(first.expression)) throw new Error(`a ${first?.type ?? 'body'} where a tick should be`)
  return rest
}

function isTick(node: AnyNode | undefined): boolean {
  return node?.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === '__vance_tick' && node.arguments.length === 0
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

function isNode(value: unknown): value is Node {
  return isObject(value) && typeof value['type'] === 'string'
}
