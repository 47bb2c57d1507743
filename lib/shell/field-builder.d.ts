/** Puts the pieces of a word together into fields: quoted text, glob characters, split expansions. */
import { type Field } from './field.ts';
export interface FieldBuilder {
    /** Text that stands for itself. */
    literal(text: string): void;
    /** Unquoted glob syntax, already in picomatch form. */
    glob(picomatch: string, written: string): void;
    /** A value in quotes, or one that is never split. */
    value(field: Field): void;
    /** Unquoted values: split on white space, glob characters in them are in force. */
    split(fields: readonly Field[]): void;
    /** `"$@"`: every value a field of its own, the first and last glued to what is around them. */
    each(fields: readonly Field[]): void;
    finish(): Field[];
}
export declare function createFieldBuilder(): FieldBuilder;
/** Unquoted text from an expansion: `*`, `?` and `[…]` in it are glob characters. */
export declare function activate(text: string): Field;
/** Shell glob syntax as picomatch reads it; a backslash keeps a character literal. */
export declare function activeGlob(text: string): string;
/** `[!a]` in picomatch form, `[^a]`; null when the text opens no closed bracket. */
export declare function bracketGlob(text: string): string | null;
