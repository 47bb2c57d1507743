import type { JsonValue } from '../types.ts';
/** @throws GuardError BAD_ARGUMENT that names the function and the argument. */
export declare function textArgument(method: string, name: string, value: JsonValue | undefined): string;
