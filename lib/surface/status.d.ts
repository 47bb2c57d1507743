/**
 * What `guard_status` and `ctx.shooty.snapshot()` show: what is really in force, as data. The text for
 * people is made from this and from nothing else.
 */
import type { AgentStates } from '../state/agent-state.ts';
import type { CounterBoard } from '../state/counters.ts';
import type { Metrics } from '../state/metrics.ts';
import type { CounterName, DecisionRecord, Gate, GuardSettings, GuardTexts, Mode, Outcome, Point, PointGuard, SessionRef, Trigger } from '../types.ts';
export interface PointStatus {
    readonly point: Point;
    readonly active: boolean;
    readonly detail: string;
}
export interface GateStatus {
    readonly gate: string;
    readonly active: boolean;
    readonly detail: string;
}
/** Answered model requests and their tokens. */
export interface TokenUse {
    readonly calls: number;
    readonly input: number;
    readonly output: number;
}
export interface GuardStatus {
    readonly name: string;
    readonly state: 'loaded' | 'broken';
    readonly reason: string | null;
    readonly file: string | null;
    /** First 12 hex digits of the SHA-256 of the text that runs. */
    readonly hash: string | null;
    readonly trigger: Trigger;
    readonly mode: Mode;
    readonly runs: number;
    readonly fired: number;
    readonly denied: number;
    readonly passed: number;
    readonly errors: number;
    readonly capped: number;
    readonly observed: number;
    /** Milliseconds, waiting for a runner included; null before the first run. */
    readonly p50Ms: number | null;
    readonly p95Ms: number | null;
    /** What its model calls took; 0 where the provider does not count. */
    readonly tokens: TokenUse;
    readonly lastError: string | null;
    /** The latest first. */
    readonly lastOutcomes: readonly Outcome[];
    readonly warnings: readonly string[];
}
export interface TargetStatus {
    readonly path: string;
    readonly protected: boolean;
    /** What protects it: a pattern of `criticalPaths`, or `tamper-protection`. */
    readonly rule: string | null;
    /** Specifications looked for, in order, and the one that is there. */
    readonly looked: readonly string[];
    readonly found: string | null;
    /** One line: what a write would meet. */
    readonly state: string;
}
export interface StatusData {
    readonly action: 'status' | 'guards' | 'targets' | 'recent';
    /** What the check at load came to, in one line; null while it is under way. */
    readonly selfCheck: string | null;
    readonly summary: string;
    readonly points: readonly PointStatus[];
    readonly gates: readonly GateStatus[];
    readonly guards: readonly GuardStatus[];
    readonly counters: Readonly<Record<CounterName, number>> & {
        readonly 'vance.guard.evaluations': Readonly<Record<Outcome, number>>;
    };
    readonly session: {
        readonly rounds: number;
        readonly pendingNotices: number;
        readonly runtimeGuard: string | null;
    } | null;
    readonly recent: readonly DecisionRecord[];
    /** For `targets`: what a write to this path would meet; null when no path was given. */
    readonly target: TargetStatus | null;
    readonly notes: readonly string[];
}
export interface StatusParts {
    selfCheck(): string | null;
    readonly texts: GuardTexts;
    readonly states: AgentStates;
    readonly metrics: Metrics;
    readonly counters: CounterBoard;
    tokens(guard: string): TokenUse;
    /** Every guard with its settings, the session's runtime guard included. */
    guards(session: SessionRef | null): readonly {
        readonly guard: PointGuard;
        readonly settings: GuardSettings;
    }[];
    gates(): readonly Gate[];
    points(session: SessionRef | null): readonly PointStatus[];
    notes(session: SessionRef | null): readonly string[];
}
export declare function statusData(parts: StatusParts, action: StatusData['action'], session: SessionRef | null, extra: {
    readonly recentCount: number;
    readonly target: TargetStatus | null;
}): StatusData;
/** A text with its place, where there is one. */
export declare function at(text: string, position: {
    readonly line: number;
    readonly column: number;
} | null): string;
