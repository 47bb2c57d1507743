/**
 * What a script does with `vance`, as its text shows it: which members of `vance.guard` it uses and where,
 * and whether anything that it does could be seen. Follows names that are given to `vance` and its
 * members; what it cannot follow makes it `opaque`, and nothing is to be concluded then. Runs nothing.
 */
import type { Program } from 'acorn';
import type { Position, ScriptUses } from '../types.ts';
export declare function scriptUses(program: Program, place: (offset: number) => Position): ScriptUses;
