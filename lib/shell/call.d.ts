/** The shape of one program of the tables: what it is given, what it says about its output. */
import type { Field, Output } from './field.ts';
import type { Machine, Ran } from './machine.ts';
import type { World } from './world.ts';
export interface Call {
    /** Name without folder and `.exe`. */
    readonly name: string;
    /** Arguments after the name. */
    readonly args: readonly Field[];
    readonly world: World;
    readonly stdin: Output | null;
    readonly machine: Machine;
}
/** An external program: notes its writes; gives its output as far as it is known. */
export type Program = (call: Call) => Output | null;
/** Something that can change the world it runs in, or leads to another command. */
export type Builtin = (call: Call) => Ran;
export type ProgramTable = Readonly<Record<string, Program>>;
export type BuiltinTable = Readonly<Record<string, Builtin>>;
export declare function lookUp<T>(table: Readonly<Record<string, T>>, name: string): T | null;
