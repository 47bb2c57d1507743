/**
 * The list of commands that a reading finds. Owns the circumstances under which a command is met (what stands
 * around it, what feeds it, how it came to be run) and the way from words to an entry; runs nothing.
 */
import type { Command } from 'unbash';
import { type Field } from './field.ts';
import type { CommandVia, ShellCommand, ShellInput, ShellWord } from './reading.ts';
/** What holds for every command met inside it. */
export interface Circumstances {
    readonly via: CommandVia;
    readonly wrappers: readonly string[];
    readonly env: Readonly<Record<string, string | null>>;
    readonly input: ShellInput;
    readonly elsewhere: boolean;
    /** The shell text that is being read, and the command in it. */
    readonly text: string;
    readonly node: Command | null;
    /** Index of the command that is being run. */
    readonly command: number | null;
}
export declare const OUTERMOST: Circumstances;
/** Commands of one reading. */
export declare const MAX_COMMANDS = 2000;
export interface CommandLog {
    readonly entries: readonly ShellCommand[];
    /** Index of the command met last; null before the first. */
    readonly last: number | null;
    /** How often `add` was called. */
    readonly met: number;
    /** @returns the index of the entry; null when there are too many. */
    add(program: string | null, args: readonly Field[], cwd: string | null, around: Circumstances): number | null;
}
export declare function createCommandLog(): CommandLog;
export declare function wordOf(field: Field): ShellWord;
