import type { JsonObject, JsonValue } from '../types.ts';
export interface JsonLimits {
    /** Bytes of UTF-8 JSON text. */
    readonly maxBytes?: number;
    /** Levels of nesting; a scalar has none. */
    readonly maxDepth?: number;
}
export declare function isJsonObject(value: unknown): value is JsonObject;
/**
 * Copies a value that is JSON already.
 * @throws GuardError NOT_JSON (with the path of the offender), TOO_DEEP, TOO_LARGE.
 */
export declare function snapshotJson(value: unknown, limits?: JsonLimits): JsonValue;
