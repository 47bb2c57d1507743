/**
 * Reads a script as the body of a strict function, alone: a body that would close the function around
 * it does not parse here. Finds on the way where text stands that SES refuses, and in what.
 */
import { type Program } from 'acorn';
import type { Position } from '../types.ts';
import type { Edit } from './edits.ts';
import { type Forbidden } from './forbidden-text.ts';
/** Names that the compiler puts into scripts begin like this. */
export declare const OWN_PREFIX = "__vance_";
export declare const TOO_DEEP = "it is nested too deeply to be read: make it simpler";
export interface ParsedScript {
    readonly program: Program;
    readonly forbidden: readonly Forbidden[];
    /** Makes what was read as a regular expression invalid as anything else, and as a division as well. */
    readonly slashProof: readonly Edit[];
}
/**
 * @param place own position of an offset in `text`.
 * @throws ScriptRejected when the text is not the body of a function, or uses a name that is the compiler's.
 */
export declare function parseScript(text: string, place: (offset: number) => Position): ParsedScript;
