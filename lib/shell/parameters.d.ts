import type { ParameterExpansionPart, Word } from 'unbash';
import { type Field } from './field.ts';
import type { World } from './world.ts';
/** How an operand (`${F:-operand}`) becomes a text; null when unknown. */
export type OperandText = (word: Word) => Field;
export interface ParameterValue {
    readonly fields: readonly Field[];
    /** `$@`, `${A[@]}`: in quotes each value stays a field of its own. */
    readonly each: boolean;
}
/** `$name`, `$1`, `$@`, `$#`. */
export declare function simpleParameter(name: string, world: World): ParameterValue;
export declare function expandParameter(part: ParameterExpansionPart, world: World, operandText: OperandText): ParameterValue;
