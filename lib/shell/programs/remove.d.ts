/** rm and its kin, and the programs that change who may read or write a file. */
import type { ProgramTable } from '../call.ts';
export declare const REMOVE_PROGRAMS: ProgramTable;
