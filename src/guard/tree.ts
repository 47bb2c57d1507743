/** A walk over a syntax tree that needs no stack of its own depth: `a.b.c…` nests as deep as it is long. */
import type { Node } from 'acorn'

/**
 * Visits every node, parents first, in the order of the text.
 * @param visit also gets whether the node belongs to a function (or class element) inside the script.
 */
export function visitNodes(root: Node, visit: (node: Node, isInner: boolean) => void): void {
  const open: { node: Node, isInner: boolean }[] = [{ node: root, isInner: false }]
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    const { node, isInner } = entry
    visit(node, isInner)
    const children = childrenOf(node)
    for (let index = children.length - 1; index >= 0; index--) {
      const [key, child] = children[index] as [string, Node]
      open.push({ node: child, isInner: isInner || beginsFunction(node, key) })
    }
  }
}

function childrenOf(node: Node): [string, Node][] {
  const children: [string, Node][] = []
  for (const [key, value] of Object.entries(node)) {
    for (const item of Array.isArray(value) ? value as unknown[] : [value]) if (isNode(item)) children.push([key, item])
  }
  return children
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** Computed names of class elements belong to the code around the class. */
function beginsFunction(node: Node, key: string): boolean {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'StaticBlock': return true
    case 'PropertyDefinition': return key === 'value'
    default: return false
  }
}
