/**
 * What the evaluations of each guard came to: counts by outcome, a window of run times, the last
 * fault; and the last decisions of all guards. In memory, for the life of the plugin.
 */
import type { DecisionRecord, DecisionSink, FaultCode, Outcome, Point, Position } from '../types.ts';
/** Decisions kept for `recent`. */
export declare const MAX_RECENT = 200;
export interface GuardMetrics {
    readonly runs: number;
    readonly outcomes: Readonly<Record<Outcome, number>>;
    /** Milliseconds; null before the first run. */
    readonly p50Ms: number | null;
    readonly p95Ms: number | null;
    readonly lastError: {
        readonly text: string;
        readonly fault: FaultCode;
        readonly position: Position | null;
        readonly time: number;
        readonly sessionId: string;
    } | null;
    /** The latest first, at most 3. */
    readonly last: readonly {
        readonly point: Point;
        readonly outcome: Outcome;
        readonly reason: string | null;
        readonly time: number;
    }[];
}
export interface Metrics extends DecisionSink {
    /** @param position of the fault, where the decision is one. */
    record(decision: DecisionRecord, position?: Position | null): void;
    of(guard: string): GuardMetrics;
    totals(): Readonly<Record<Outcome, number>>;
    /** The latest last. @param sessionId only those of this session; null: of all. */
    recent(count: number, sessionId?: string | null): readonly DecisionRecord[];
}
export declare function createMetrics(): Metrics;
