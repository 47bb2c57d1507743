/** One walk over a parsed script: what it may not have, what is to be inserted, what its author should know. */
import type { AnyNode, Program } from 'acorn'
import type { Position } from '../types.ts'
import type { Edit } from './edits.ts'
import { ScriptRejected } from './script-rejected.ts'
import { ticksOf } from './ticks.ts'
import { visitNodes } from './tree.ts'
import { isMathRandom, typeofOperand, type NameWarning } from './undeclared.ts'

export interface Inspected {
  readonly edits: readonly Edit[]
  readonly warnings: readonly NameWarning[]
  /** Offsets of names that only `typeof` looks at. */
  readonly typeofOperands: ReadonlySet<number>
  /** Ranges of the texts of tagged templates. */
  readonly rawTemplates: readonly (readonly [number, number])[]
  /** Something besides comments, directives and an empty export. */
  readonly hasStatement: boolean
  /** The script awaits outside its own functions. */
  readonly isAsync: boolean
}

const NO_IMPORTS = 'a guard imports nothing: everything it can use is in vance'
const EMPTY_EXPORT = ';     '

/** @throws ScriptRejected at the first node that a guard cannot have. */
export function inspectTree(program: Program, place: (offset: number) => Position): Inspected {
  const edits: Edit[] = []
  const warnings: NameWarning[] = []
  const typeofOperands = new Set<number>()
  const rawTemplates: [number, number][] = []
  let isAsync = false
  visitNodes(program, (generic, isInner) => {
    const node = generic as AnyNode
    const isNothing = isEmptyExport(node) && program.body.includes(node)
    const reason = isNothing ? null : rejectionOf(node)
    if (reason !== null) throw new ScriptRejected(reason, place(node.start))
    if (isNothing) edits.push({ start: node.start, end: node.start + EMPTY_EXPORT.length, text: EMPTY_EXPORT })
    if (!isInner && isAwait(node)) isAsync = true
    if (node.type === 'TaggedTemplateExpression') for (const { start, end } of node.quasi.quasis) rawTemplates.push([start, end])
    if (isMathRandom(node)) warnings.push({ text: 'Math.random is not available in a guard: there is no randomness', offset: node.start })
    const operand = typeofOperand(node)
    if (operand !== null) typeofOperands.add(operand)
    edits.push(...ticksOf(node))
  })
  const hasStatement = program.body.some(node => !isEmptyExport(node) && !('directive' in node && typeof node.directive === 'string'))
  return { edits, warnings, typeofOperands, rawTemplates, hasStatement, isAsync }
}

/** `export {}` exports nothing; editors take a script that has it for a file of its own. */
function isEmptyExport(node: AnyNode): node is Extract<AnyNode, { type: 'ExportNamedDeclaration' }> {
  return node.type === 'ExportNamedDeclaration' && node.specifiers.length === 0 && node.declaration == null && node.source == null
}

function isAwait(node: AnyNode): boolean {
  return node.type === 'AwaitExpression'
    || (node.type === 'ForOfStatement' && node.await)
    || (node.type === 'VariableDeclaration' && node.kind === 'await using')
}

function rejectionOf(node: AnyNode): string | null {
  switch (node.type) {
    case 'ImportDeclaration': return `import statement: ${NO_IMPORTS}`
    case 'ImportExpression': return `import(): ${NO_IMPORTS}`
    case 'MetaProperty': return node.meta.name === 'import' ? `import.meta: ${NO_IMPORTS}` : null
    case 'ExportNamedDeclaration':
    case 'ExportDefaultDeclaration':
    case 'ExportAllDeclaration': return 'export statement: a guard exports nothing, it is a function body: write the statements alone'
    case 'Literal': return node.regex != null && node.value === null ? `this Node (${process.version}) does not know this regular expression` : null
    default: return null
  }
}
