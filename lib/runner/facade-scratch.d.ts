import type { JsonValue } from '../types.ts';
import type { FacadeKit } from './facade.ts';
export interface ScratchFacade {
    get(key?: unknown): JsonValue | undefined;
    set(key: unknown, value: unknown): void;
    has(key: unknown): boolean;
    /** Whether there was such a value. */
    remove(key: unknown): boolean;
}
export declare function createLoopValues({ input, channel, expose }: FacadeKit): ScratchFacade;
export declare function createSessionValues({ channel, expose }: FacadeKit): ScratchFacade;
