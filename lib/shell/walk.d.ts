/**
 * Follows the control flow of a shell program: lists, pipelines, branches, loops, functions. Both
 * sides of a branch are followed; a loop over words that can be read runs once for each.
 */
import type { Function as FunctionNode, Statement } from 'unbash';
import type { Output } from './field.ts';
import type { Machine, Ran } from './machine.ts';
import type { SimpleCommands } from './simple-command.ts';
import { type World } from './world.ts';
import type { WordReader } from './words.ts';
/** Words of one loop that are followed. */
export declare const MAX_ITERATIONS = 200;
export interface Walker {
    statements(list: readonly Statement[], worlds: World[], stdin: Output | null): Ran;
    functionBody(body: FunctionNode['body'], worlds: World[], stdin: Output | null): Ran;
}
export declare function createWalker(machine: Machine, words: WordReader, simple: SimpleCommands): Walker;
/** Everything that is printed, in order; unknown as soon as one part is. */
export declare function joinOutputs(outputs: readonly (Output | null)[]): Output | null;
