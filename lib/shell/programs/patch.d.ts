/** patch and git apply: the files that a patch names, where its text can be read. */
import type { Call, ProgramTable } from '../call.ts';
import { type Field } from '../field.ts';
/** The text of a patch: on standard input, written by this command, or on disk. */
export declare function patchText(call: Call, file: Field | null): string | null;
/** `-pN` strips N names off the front; without it every usual count is a candidate. */
export declare function strippedNames(path: string, strip: number | null, alsoPlain: boolean): string[];
export declare const PATCH_PROGRAMS: ProgramTable;
