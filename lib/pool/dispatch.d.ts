import type { RunJob } from '../types.ts';
import { type Pace } from './pace.ts';
import type { PoolState } from './pool-state.ts';
import type { Runner } from './runner.ts';
import type { Ticket } from './ticket.ts';
/** Gives waiting runs to idle runners and has more runners started for the rest. */
export declare function pump(pool: PoolState): void;
/** What a run did to its runner counts for the next ones like it, and for those of its guard that wait. */
export declare function learn(pool: PoolState, ticket: Ticket, pace: Pace): void;
export declare function expectationOf({ book, ledger }: Pick<PoolState, 'book' | 'ledger'>, job: RunJob): Pick<Ticket, 'pace' | 'trusted' | 'rank'>;
/** What a run that is at work has done to its runner so far. */
export declare function paceNow({ options }: PoolState, runner: Runner, ticket: Ticket): Pace;
/** What a run did to its runner that has come to its end by itself, by the runner's own account. */
export declare function paceAtEnd({ options }: PoolState, ticket: Ticket, cpuMs: number | null): Pace;
/** Takes a run off its runner, to be begun again. */
export declare function putBack(ticket: Ticket): void;
/** Whether there are more runners than there may be, and enough for quick runs without this one. */
export declare function isSurplus(pool: PoolState): boolean;
