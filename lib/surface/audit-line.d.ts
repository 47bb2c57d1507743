import type { DecisionRecord } from '../types.ts';
/** Whatever changed something, would have changed something, or failed. */
export declare function isAudited(decision: DecisionRecord): boolean;
/** One line without its line break. `wouldBe` and `fault` are there only where they say something. */
export declare function auditLine(decision: DecisionRecord): string;
/** Stands where records are missing, so that a gap can be told from quiet. */
export declare function gapLine(time: number, dropped: number): string;
