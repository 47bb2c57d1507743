/** Programs that are told which file their output goes to. */
import type { ProgramTable } from '../call.ts';
export declare const OUTPUT_PROGRAMS: ProgramTable;
