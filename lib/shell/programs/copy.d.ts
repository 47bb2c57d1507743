/** cp, mv, install, ln, rsync, scp: programs that put one path in the place of another. */
import type { ProgramTable } from '../call.ts';
export declare const COPY_PROGRAMS: ProgramTable;
