/** One simple command: assignments, redirections, the words, then the program they call. */
import type { Command, Redirection } from 'unbash';
import { type Output } from './field.ts';
import type { Machine, Ran } from './machine.ts';
import type { World } from './world.ts';
import type { WordReader } from './words.ts';
export interface SimpleCommands {
    run(command: Command, worlds: World[], stdin: Output | null): Ran;
    /** A compound command with redirections of its own. */
    redirected(redirects: readonly Redirection[], worlds: World[], stdin: Output | null, inner: (stdin: Output | null) => Ran): Ran;
}
export declare function createSimpleCommands(machine: Machine, words: WordReader): SimpleCommands;
