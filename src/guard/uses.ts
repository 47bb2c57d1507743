/**
 * What a script does with `vance`, as its text shows it: which members of `vance.guard` it uses and where,
 * and whether anything that it does could be seen. Follows names that are given to `vance` and its
 * members; what it cannot follow makes it `opaque`, and nothing is to be concluded then. Runs nothing.
 */
import type { AnyNode, Pattern, Program } from 'acorn'
import type { Position, ScriptUses } from '../types.ts'
import { visitNodes } from './tree.ts'

/** Members of `vance` that only tell; whatever else is used may have an effect. */
const READING = new Set(['guard', 'params', 'context'])

export function scriptUses(program: Program, place: (offset: number) => Position): ScriptUses {
  const members = new Map<string, number>()
  const aliases = new Map<string, string>([['vance', 'vance']])
  const followed = new Set<AnyNode>()
  let opaque = false
  let touches = false
  let returned: number | null = null

  const pathOf = (node: AnyNode): string | null => {
    if (node.type === 'Identifier') return aliases.get(node.name) ?? null
    if (node.type === 'ChainExpression' || node.type === 'ParenthesizedExpression') return pathOf(node.expression)
    if (node.type !== 'MemberExpression') return null
    const object = node.object.type === 'Super' ? null : pathOf(node.object)
    const name = nameOfKey(node.property, node.computed)
    return object === null || name === null ? null : `${object}.${name}`
  }
  const use = (path: string, offset: number): void => {
    const [, first = '', second] = path.split('.')
    if (!READING.has(first)) touches = true
    // Both tell the Point that the script runs at.
    if ((first === 'guard' || (first === 'context' && second === 'point')) && second !== undefined && !members.has(second)) members.set(second, offset)
  }
  const bind = (path: string, pattern: Pattern): void => {
    followed.add(pattern)
    if (pattern.type === 'Identifier') aliases.set(pattern.name, path)
    else if (pattern.type === 'AssignmentPattern') bind(path, pattern.left)
    else if (pattern.type !== 'ObjectPattern') opaque ||= depthOf(path) < 3
    else for (const property of pattern.properties) {
      const name = property.type === 'Property' ? nameOfKey(property.key, property.computed) : null
      if (property.type !== 'Property' || name === null) opaque = true
      else {
        followed.add(property.key)
        use(`${path}.${name}`, property.start)
        if (depthOf(path) < 2) bind(`${path}.${name}`, property.value)
      }
    }
  }

  visitNodes(program, (generic, isInner) => {
    const node = generic as AnyNode
    if (node.type === 'VariableDeclarator' && node.init != null) {
      const path = pathOf(node.init)
      if (path !== null && depthOf(path) < 3) {
        followed.add(node.init)
        bind(path, node.id)
      }
    }
    if (node.type === 'ReturnStatement' && !isInner && node.argument != null) returned ??= node.start
    if (node.type !== 'MemberExpression' && node.type !== 'Identifier') return
    const path = pathOf(node)
    if (path === null) return
    if (node.type === 'MemberExpression') followed.add(node.object)
    if (depthOf(path) > 1) use(path, node.start)
    if (depthOf(path) < 3 && !followed.has(node) && !isOnlyTold(path)) opaque = true
  })
  return {
    members: [...members].map(([name, offset]) => ({ name, position: place(offset) })),
    touches, opaque, returned: returned === null ? null : place(returned),
  }
}

/** `vance` is 1, `vance.guard` 2. */
function depthOf(path: string): number {
  return path.split('.').length
}

/** Members that nothing can be done with but reading. */
function isOnlyTold(path: string): boolean {
  return path === 'vance.params' || path === 'vance.context'
}

function nameOfKey(key: AnyNode, computed: boolean): string | null {
  if (key.type === 'Literal' && typeof key.value === 'string') return key.value
  return !computed && key.type === 'Identifier' ? key.name : null
}
