/**
 * Where steps are counted: at the beginning of every loop body and of every function of a script. The
 * calls never add a line. What loops inside an engine (a regular expression, a sort) is not counted.
 */
import type { AnyNode, BlockStatement, Expression, Statement } from 'acorn'
import type { Edit } from './edits.ts'

const TICK = '__vance_tick'
const STATEMENT = `${TICK}();`

/** The insertions for one node; most nodes have none. A closing one follows its opening one. */
export function ticksOf(node: AnyNode): Edit[] {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression': return afterBrace(node.body)
    case 'ArrowFunctionExpression': return node.body.type === 'BlockStatement' ? afterBrace(node.body) : beforeExpression(node.body)
    // `static {` may have spaces and comments before its brace: count in front of the first statement.
    case 'StaticBlock': return node.body[0] === undefined ? [] : [insert(node.body[0].start, STATEMENT)]
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement': return node.body.type === 'BlockStatement' ? afterBrace(node.body) : aroundStatement(node.body)
    default: return []
  }
}

function afterBrace(body: BlockStatement): Edit[] {
  return [insert(body.start + 1, STATEMENT)]
}

function aroundStatement(body: Statement): Edit[] {
  return [insert(body.start, `{${STATEMENT}`), close(body.end, '}')]
}

/**
 * The counter gives nothing, so that what follows it is the value. No bracket may be put around the
 * expression: a line behind it that begins with one would then go on with it, instead of being a
 * statement of its own (`x => y => {}`, next line `[1]`).
 */
function beforeExpression(body: Expression): Edit[] {
  return [insert(body.start, `${TICK}()?0:`)]
}

function insert(at: number, text: string): Edit {
  return { start: at, end: at, text }
}

function close(at: number, text: string): Edit {
  return { start: at, end: at, text, closes: true }
}
