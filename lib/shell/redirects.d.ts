/** Redirections: which files they open for writing, and what they put on standard input. */
import type { Redirection } from 'unbash';
import { type Field, type Output } from './field.ts';
import type { Machine } from './machine.ts';
import type { ShellInput } from './reading.ts';
import type { World } from './world.ts';
import type { WordReader } from './words.ts';
export interface Redirected {
    readonly stdin: Output | null;
    /** The same as guards are told it; null when no redirection changes it. */
    readonly input: ShellInput | null;
    /** Files that standard output replaces. */
    readonly stdout: readonly Field[];
    /** Standard output goes somewhere else than to the next command. */
    readonly captured: boolean;
}
export declare function readRedirects(machine: Machine, words: WordReader, redirects: readonly Redirection[], world: World, stdin: Output | null): Redirected;
/** Remembers what a file holds that this command writes whole, for a later `sh file` or `git apply file`. */
export declare function rememberText(machine: Machine, world: World, targets: readonly Field[], output: Output | null): void;
export declare const NOTHING: Output;
