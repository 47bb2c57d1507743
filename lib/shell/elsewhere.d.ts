/** Programs that run a command on another machine or in a container. */
import type { BuiltinTable } from './call.ts';
export declare const ELSEWHERE: BuiltinTable;
