export interface Ledger {
    charge(rootSessionId: string, ownMs: number, waitedMs: number): void;
    /** 0 for a session with usual guards; up to `RANKS` - 1. */
    rank(rootSessionId: string): number;
}
export declare const RANKS: number;
export declare function createLedger(now: () => number): Ledger;
