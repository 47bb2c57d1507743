/**
 * RESULT on the host: after a call what can still be decided, and the final outcome for those that skip
 * that. The notices of guards ride on the calls. Waterfall listeners advance their own state, await
 * `next()` and fold onto what came back.
 */
import type { Context } from '@deepseek-ai/cordis';
import type { Judge } from '../point/judge.ts';
import type { Clock } from '../types.ts';
import type { CallBook } from './calls.ts';
import type { Callers } from './callers.ts';
import type { Delivery } from './delivery.ts';
import type { TurnBook } from './turns.ts';
export interface ResultEventParts {
    readonly judge: Judge;
    readonly callers: Callers;
    readonly turns: TurnBook;
    readonly calls: CallBook;
    readonly delivery: Delivery;
    readonly clock: Clock;
    /** Whether RESULT has guards. */
    resultNeeded(): boolean;
    report(text: string): void;
}
export interface ResultEvents {
    /** RESULT's guards, and the notices that ride on a call. */
    mountResult(ctx: Context): (() => void)[];
    /** What only the final outcome tells: calls that skipped the rest, turns that a tool concluded, contexts that got lost. */
    mountOutcome(ctx: Context): (() => void)[];
}
export declare function createResultEvents(parts: ResultEventParts): ResultEvents;
