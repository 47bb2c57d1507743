import type { Fault, RunJob, RunReport } from '../types.ts';
import type { Attempt } from './attempt.ts';
import type { PoolTime } from './link.ts';
import type { Pace } from './pace.ts';
import type { Runner } from './runner.ts';
export interface Ticket {
    readonly job: RunJob;
    /** The input of the run frame, as text. */
    readonly inputText: string;
    /** Set while a runner works on it. */
    at: {
        readonly runner: Runner;
        readonly attempt: Attempt;
        readonly since: number;
    } | null;
    /** It has been given back once because a runner died under it; it gets a fresh one, and no third. */
    reran: boolean;
    /** What it is expected to do to its runner. */
    pace: Pace;
    /** Nothing speaks against its being quick. */
    trusted: boolean;
    /** How much its session has had of the runners lately. */
    rank: number;
    /** On the pool's clock. */
    readonly startedAt: number;
    /** It has been taken off a runner once, for others to get on; it is not a second time. */
    gaveWay: boolean;
    readonly report: Promise<RunReport>;
    /** The first one counts. */
    settle(outcome: {
        readonly fault?: Fault | null;
        readonly cancelled?: boolean;
        readonly logsDropped?: number;
    }): void;
}
export interface TicketEvents {
    expired(ticket: Ticket): void;
    cancelled(ticket: Ticket): void;
}
export declare function createTicket(job: RunJob, inputText: string, expected: Pick<Ticket, 'pace' | 'trusted' | 'rank'>, time: PoolTime, events: TicketEvents): Ticket;
/** A report for a job that never came to a runner. */
export declare function reportWithoutRun(fault: Fault | null, cancelled: boolean): RunReport;
