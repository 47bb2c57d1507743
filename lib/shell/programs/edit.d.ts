/** Programs that change a file where it is: sed, line editors, formatters, compressors. */
import type { ProgramTable } from '../call.ts';
export declare const EDIT_PROGRAMS: ProgramTable;
