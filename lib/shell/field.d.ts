/**
 * A field: one argument of a command after expansion, as far as it can be known without running
 * anything. Owns its three states (exact text, a pattern, partly unknown) and nothing else.
 */
export interface Field {
    /** The exact text; for a pattern, the pattern as written. */
    readonly text: string;
    /** A picomatch pattern with literal characters escaped, when unquoted glob characters are in force. */
    readonly glob: string | null;
    /** False when a part of it depends on something that cannot be read from the command. */
    readonly known: boolean;
    /** Of a field that is not known: the text in front of its first unknown part. */
    readonly prefix?: string;
}
/** UTF-16 units of one field, and fields of one word or array: doubling (`a=$a$a`) must stay small. */
export declare const MAX_FIELD_TEXT = 1048576;
export declare const MAX_FIELDS = 5000;
export declare const UNKNOWN: Field;
export declare function exact(text: string): Field;
/** @param glob picomatch syntax. */
export declare function pattern(glob: string, text?: string): Field;
/** The text of a field that is exact; null for patterns and unknown ones. */
export declare function textOf(field: Field | undefined): string | null;
/**
 * The text with unknown parts left out (an unset variable is empty, and what is around it still
 * counts) and patterns as written.
 */
export declare function guessOf(field: Field | undefined): string | null;
/** What is certain at the beginning of the value; the whole of an exact text. */
export declare function prefixOf(field: Field): string;
/** Puts a known prefix or suffix around a field. */
export declare function around(before: string, field: Field, after: string): Field;
/** Too long a text is unknown. */
export declare function concat(left: Field, right: Field): Field;
/** The last name of a path, as `basename` prints it. */
export declare function lastName(field: Field): Field;
export declare function lastSegment(path: string): string;
export declare function escapeGlob(text: string): string;
/** What a command prints, as far as it can be read. */
export interface Output {
    /** Exact text; null when it is not known. */
    readonly text: string | null;
    /** The text with unknown parts left out, for whoever runs it as a program; null when there is none. */
    readonly guess: string | null;
    /** One field per printed line: names that a later command may take as arguments. */
    readonly lines: readonly Field[];
}
export declare function printed(text: string): Output;
/** Words on one line, some of them not exact. */
export declare function guessed(fields: readonly Field[]): Output;
export declare function listed(lines: readonly Field[]): Output;
