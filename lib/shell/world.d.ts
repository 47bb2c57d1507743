/**
 * What a shell knows at one moment: folder, variables, functions, files written so far. A command
 * with branches is followed in several worlds at once; `fork` keeps one branch from changing
 * another, `mergeWorlds` puts them together again, bounded.
 */
import type { Function as FunctionNode } from 'unbash';
import type { Field } from './field.ts';
/** Branches followed side by side. */
export declare const MAX_WORLDS = 16;
export interface World {
    /** Absolute folder; null once it depends on something unknown. */
    cwd: string | null;
    previousCwd: string | null;
    folders: readonly (string | null)[];
    /** A scalar is one field, an array several. */
    variables: Map<string, readonly Field[]>;
    positional: readonly Field[];
    functions: Map<string, FunctionNode['body']>;
    /** Links that this very command makes: the new name and what it leads to, both absolute. */
    links: readonly {
        readonly name: string;
        readonly target: string;
    }[];
    /** Text of files that this very command writes whole, by absolute path. */
    texts: Map<string, string>;
    /** An `exit` was reached; nothing after it happens in this world. */
    ended: boolean;
}
export declare function firstWorld(cwd: string, variables: Readonly<Record<string, string>>): World;
export declare function fork(world: World): World;
export declare function forkAll(worlds: readonly World[]): World[];
/** @returns the distinct worlds, and whether some had to be left out. */
export declare function mergeWorlds(groups: readonly (readonly World[])[]): {
    readonly worlds: World[];
    readonly dropped: boolean;
};
