/** Puts one mount of Shooty together and takes it apart again. Every decision is made in the parts. */
import type { Context } from '@deepseek-ai/cordis';
import type { Settings } from '../types.ts';
export interface Shooty {
    dispose(): Promise<void>;
}
export declare function buildShooty(ctx: Context, settings: Settings): Shooty;
