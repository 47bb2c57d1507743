/**
 * The step limit of a run. The compiler has put a call of `__vance_tick` into every loop and function;
 * this is that function. Once the limit is reached every further step throws again, so that catching
 * the error leads nowhere.
 */
export interface Steps {
    /** What guards call; without arguments, without result. */
    readonly tick: () => void;
    /** Starts counting for a run. @param max steps; 0 means no limit. */
    begin(max: number): void;
    /** The error of the first step too many, whose stack has the guard's line; null while within the limit. */
    exceeded(): Error | null;
}
export declare function createSteps(): Steps;
