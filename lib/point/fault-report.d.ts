import type { DecisionRecord } from '../types.ts';
/** @param tell one line for the human. */
export declare function createFaultReport(tell: (text: string) => void): (decision: DecisionRecord) => void;
