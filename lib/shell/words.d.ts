/** Turns a word of the shell's syntax tree into fields: quotes, tildes, variables, substitutions, globs, braces. */
import { type ParsedScript, type SyntaxNode, type Word, type WordPart } from 'unbash';
import { type Field, type Output } from './field.ts';
import type { Machine } from './machine.ts';
import type { World } from './world.ts';
/** Runs the script of a substitution in a copy of the world; its writes count. */
export type Substitute = (script: ParsedScript, world: World) => Output | null;
export interface WordReader {
    /** All fields of a word. */
    expand(word: Word, world: World): Field[];
    /** One field: an assignment, a redirection target, a `case` word; nothing is split. */
    single(word: Word, world: World): Field;
    /** A here-document: expansions in force, quotes not. */
    body(parts: readonly WordPart[], world: World): Field;
    /** What `< <(command)` feeds in; undefined when the word is no process substitution. */
    processOutput(word: Word, world: World): Output | null | undefined;
    /** Runs the substitutions inside a node that is not read otherwise (`[[ … ]]`, `(( … ))`). */
    runInside(node: SyntaxNode, world: World): void;
}
export declare function createWordReader(machine: Machine, substitute: Substitute): WordReader;
/** The text of a word where a whole command line is needed (`eval`). */
export declare function joinWords(fields: readonly Field[]): string | null;
