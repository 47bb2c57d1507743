/**
 * Names that are declared nowhere. A compartment reads them as `undefined` without a word, and a guard
 * that asks about `undefined` decides nothing: such a script is refused like one that does not parse.
 */
import type { AnyNode, Program } from 'acorn';
export interface NameWarning {
    readonly text: string;
    readonly offset: number;
}
/** @returns what is to be said, at the place of the first such name; null when every name is declared. */
export declare function undeclaredNames(program: Program, typeofOperands: ReadonlySet<number>): NameWarning | null;
/** The offset of the operand of `typeof name`. */
export declare function typeofOperand(node: AnyNode): number | null;
/** A use of `Math.random`, which is not there although `Math` is. */
export declare function isMathRandom(node: AnyNode): boolean;
