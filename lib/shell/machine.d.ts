/**
 * What every part of the shell reader shares: the list of writes found, the budget, the questions
 * to the file system. Reading is a pure function of the text and the answers: a question without
 * an answer is noted, and `read-shell` reads again once it has them.
 */
import type { Field, Output } from './field.ts';
import { type Circumstances, type CommandLog } from './commands.ts';
import type { RawWrite, WriteKind, WriteVia } from './raw-write.ts';
import type { World } from './world.ts';
export type Question = 'folder' | 'text' | 'repository';
/** Answers so far, by `question path`; a missing key has not been asked for yet. */
export type Answers = ReadonlyMap<string, string | boolean | null>;
export interface Ran {
    readonly worlds: World[];
    /** null: what it prints is not known. */
    readonly output: Output | null;
}
export interface WriteOptions {
    readonly via?: WriteVia;
    readonly kind?: WriteKind;
    readonly deep?: boolean;
    readonly only?: string | null;
    readonly into?: readonly Field[];
    readonly intoOnly?: boolean;
    readonly plain?: boolean;
    readonly tree?: boolean;
    readonly entry?: boolean;
    readonly ifExists?: boolean;
}
/** Limits of one reading; what goes beyond makes the command unreadable, never slow. */
export declare const MAX_STEPS = 10000;
export declare const MAX_WRITES = 2000;
export declare const MAX_NESTING = 100;
export declare const MAX_PARSED = 2097152;
export interface Machine {
    readonly writes: RawWrite[];
    readonly commands: CommandLog;
    /** What holds for the command that is met now. */
    readonly around: Circumstances;
    /** Reads `inner` under other circumstances. */
    within<T>(change: Partial<Circumstances>, inner: () => T): T;
    /** Notes a command. */
    met(program: string | null, args: readonly Field[], world: World): number | null;
    readonly asked: Set<string>;
    /** Why the reading is incomplete, in the order met. */
    readonly gaps: Set<string>;
    write(world: World, target: Field, options?: WriteOptions): void;
    /** Takes one step of the budget; false when it is used up. */
    step(): boolean;
    /** Runs `inner` one level deeper; null beyond the limit. */
    nested<T>(inner: () => T): T | null;
    /** Counts characters given to the parser; false when there were too many. */
    mayParse(characters: number): boolean;
    ask(question: Question, path: string): string | boolean | null | undefined;
    /** Absolute form of an exact field; null when it cannot be known. */
    absolute(world: World, field: Field | undefined): string | null;
    readonly resolve: (cwd: string, spelled: string) => string;
    readonly isAbsolute: (path: string) => boolean;
    /** Set by `read-shell`: the parts call each other through these. */
    runText(text: string, world: World, positional: readonly Field[] | null, stdin: Output | null, change?: Partial<Circumstances>): Ran;
    runArgv(argv: readonly Field[], world: World, stdin: Output | null, change?: Partial<Circumstances>): Ran;
}
export interface MachineHost {
    readonly answers: Answers;
    readonly resolve: (cwd: string, spelled: string) => string;
    readonly isAbsolute: (path: string) => boolean;
}
/** Everything but the two entries that tie the parts together. */
export declare function createMachineState(host: MachineHost): Omit<Machine, 'runText' | 'runArgv'>;
