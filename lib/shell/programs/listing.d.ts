/** Programs that only print: what they print matters where it becomes another command's arguments. */
import type { ProgramTable } from '../call.ts';
export declare const LISTING_PROGRAMS: ProgramTable;
