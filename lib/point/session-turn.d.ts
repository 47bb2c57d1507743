export interface SessionTurn {
    /** To be awaited before each host call of the run. @throws GuardError CANCELLED when the run is over meanwhile. */
    before(method: string, signal: AbortSignal): Promise<void>;
    /** The run is over. Twice is a no-op. */
    end(): void;
}
/** @returns one turn per run; the argument is the session at the top of the chain. */
export declare function createSessionTurns(): (rootSessionId: string) => SessionTurn;
