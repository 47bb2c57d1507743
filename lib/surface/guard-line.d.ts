/** Reads what follows `/guard`: words, quoted keys, values. Pure; knows no verb. */
import type { JsonValue } from '../types.ts';
/** The first word and what follows it, without the space between; both '' at the end. */
export declare function firstWord(text: string): {
    readonly word: string;
    readonly rest: string;
};
/** Like `firstWord`, but a word in double quotes may hold spaces and is read as JSON. */
export declare function firstKey(text: string): {
    readonly word: string;
    readonly rest: string;
};
/** A whole argument that people may have put in quotes, e.g. a path with spaces. */
export declare function unquoted(text: string): string;
/** JSON where it is JSON, else the text as it stands. */
export declare function parseValue(text: string): JsonValue;
