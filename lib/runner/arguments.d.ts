import type { JsonObject, JsonValue } from '../types.ts';
/** Longest path, UTF-16 units. */
export declare const MAX_PATH = 4096;
/** @throws GuardError BAD_ARGUMENT when it is not a string, TOO_LARGE when it is longer than `max` UTF-16 units. */
export declare function textOf(what: string, value: unknown, max?: number): string;
/** A text that may be left out: a refusal without a reason is a refusal. */
export declare function optionalTextOf(what: string, value: unknown, max?: number): string | null;
/** A key of a store. @throws GuardError as `textOf`. */
export declare function keyOf(value: unknown): string;
/** @throws GuardError NOT_JSON, TOO_DEEP or TOO_LARGE (bytes of JSON). */
export declare function jsonOf(what: string, value: unknown, maxBytes?: number): JsonValue;
/** An object of JSON that may be left out. @throws GuardError as `jsonOf`, or BAD_ARGUMENT for anything but an object. */
export declare function objectOf(what: string, value: unknown): JsonObject | null;
