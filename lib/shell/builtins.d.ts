/** Shell builtins that change what later words mean: folder, variables, positional parameters, `eval`. */
import type { BuiltinTable } from './call.ts';
export declare const BUILTINS: BuiltinTable;
