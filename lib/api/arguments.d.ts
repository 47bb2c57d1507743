import { GuardError } from '../errors.ts';
import type { JsonObject, JsonValue } from '../types.ts';
export interface TextBounds {
    /** UTF-16 units. */
    readonly max?: number;
    /** Refuses a text without a visible character. */
    readonly filled?: boolean;
}
/** @throws GuardError BAD_ARGUMENT, or TOO_LARGE above `bounds.max`. */
export declare function textArgument(method: string, name: string, value: JsonValue | undefined, bounds?: TextBounds): string;
/** A missing object is an empty one. @throws GuardError BAD_ARGUMENT. */
export declare function objectArgument(method: string, name: string, value: JsonValue | undefined): JsonObject;
/** Refuses a key that the function does not know: a slip of the pen must not be passed over. */
export declare function onlyKeys(method: string, name: string, value: JsonObject, known: readonly string[]): void;
/** @param expected completes "… must be". */
export declare function badArgument(method: string, name: string, expected: string): GuardError;
