/** `guard_status` as text that a person, or a model, can read; made from the data alone. */
import type { DecisionRecord } from '../types.ts';
import type { StatusData } from './status.ts';
export declare function statusText(data: StatusData): string;
/** One decision on one line. */
export declare function decisionLine(one: DecisionRecord): string;
