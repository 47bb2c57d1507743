/**
 * Names that are declared nowhere. A compartment reads them as `undefined` without a word, so that a
 * typo shows up far from its place; here it is a warning. Never an error: analysis can be wrong.
 */
import type { AnyNode, Program } from 'acorn';
export interface NameWarning {
    readonly text: string;
    readonly offset: number;
}
/** @returns one warning per name, at its first place, in the order of the text. */
export declare function undeclaredNames(program: Program, typeofOperands: ReadonlySet<number>): NameWarning[];
/** The offset of the operand of `typeof name`. */
export declare function typeofOperand(node: AnyNode): number | null;
/** A use of `Math.random`, which is not there although `Math` is. */
export declare function isMathRandom(node: AnyNode): boolean;
