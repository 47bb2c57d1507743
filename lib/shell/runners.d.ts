/** Shells and xargs: programs whose arguments or input are more shell text or more arguments. */
import type { BuiltinTable } from './call.ts';
export declare const RUNNERS: BuiltinTable;
