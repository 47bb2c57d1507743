/**
 * Where steps are counted: at the beginning of every loop body and of every function of a script. The
 * calls never add a line. What loops inside an engine (a regular expression, a sort) is not counted.
 */
import type { AnyNode } from 'acorn';
import type { Edit } from './edits.ts';
/** The insertions for one node; most nodes have none. A closing one follows its opening one. */
export declare function ticksOf(node: AnyNode): Edit[];
