/** Programs that run another command: what is left of their arguments is read as that command. */
import type { BuiltinTable } from './call.ts';
export declare const WRAPPERS: BuiltinTable;
