/** One walk over a parsed script: what it may not have, what is to be inserted, what its author should know. */
import type { Program } from 'acorn';
import type { Position } from '../types.ts';
import type { Edit } from './edits.ts';
import { type NameWarning } from './undeclared.ts';
export interface Inspected {
    readonly edits: readonly Edit[];
    readonly warnings: readonly NameWarning[];
    /** Offsets of names that only `typeof` looks at. */
    readonly typeofOperands: ReadonlySet<number>;
    /** Ranges of the texts of tagged templates. */
    readonly rawTemplates: readonly (readonly [number, number])[];
    /** Something besides comments, directives and an empty export. */
    readonly hasStatement: boolean;
    /** The script awaits outside its own functions. */
    readonly isAsync: boolean;
}
/** @throws ScriptRejected at the first node that a guard cannot have. */
export declare function inspectTree(program: Program, place: (offset: number) => Position): Inspected;
