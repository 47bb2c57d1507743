import type { JsonObject, JsonValue } from '../types.ts';
/** Bytes of JSON that one store may hold. */
export declare const MAX_SCRATCH_BYTES = 65536;
/** UTF-16 units of one key. */
export declare const MAX_SCRATCH_KEY = 256;
export interface Scratch {
    get(key: string): JsonValue | undefined;
    has(key: string): boolean;
    /** @throws GuardError NOT_JSON, TOO_DEEP, TOO_LARGE, BAD_ARGUMENT; the store is then as it was. */
    set(key: string, value: unknown): void;
    remove(key: string): boolean;
    clear(): void;
    /** A detached copy of the whole map. */
    all(): JsonObject;
    bytes(): number;
}
export declare function createScratch(): Scratch;
/**
 * The scratch that an observing guard sees: reads fall through to the real one, writes stay here. The
 * bound holds for what the guard sees, so that it fails where an enforcing one would.
 * @param base the store that enforcing guards share; never written.
 */
export declare function shadowScratch(base: Scratch): Scratch;
