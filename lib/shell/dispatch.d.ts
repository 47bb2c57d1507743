import { type Field, type Output } from './field.ts';
import type { Machine, Ran } from './machine.ts';
import { type World } from './world.ts';
/** Runs the body of a shell function in this world. */
export type CallFunction = (name: string, args: readonly Field[], world: World, stdin: Output | null) => Ran;
export declare function dispatch(machine: Machine, callFunction: CallFunction, argv: readonly Field[], world: World, stdin: Output | null): Ran;
