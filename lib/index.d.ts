/**
 * The plugin's slots. Builds the parts and hands them to each other; every decision is made elsewhere.
 */
import type { Context } from '@deepseek-ai/cordis';
export { Config } from './config/resolve-config.ts';
export type { DecisionRecord, Outcome, Point } from './types.ts';
export type { ShootyService } from './host/service.ts';
export type { StatusData } from './surface/status.ts';
export declare const name = "shooty";
export declare const inject: string[];
export declare function apply(ctx: Context, config: unknown): void;
