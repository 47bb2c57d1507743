/** A walk over a syntax tree that needs no stack of its own depth: `a.b.c…` nests as deep as it is long. */
import type { Node } from 'acorn';
/**
 * Visits every node, parents first, in the order of the text.
 * @param visit also gets whether the node belongs to a function (or class element) inside the script.
 */
export declare function visitNodes(root: Node, visit: (node: Node, isInner: boolean) => void): void;
