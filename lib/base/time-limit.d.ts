export type Timed<T> = {
    readonly ended: true;
    readonly value: T;
} | {
    readonly ended: false;
};
/**
 * Runs `work` to its end or for `ms` milliseconds of wall clock, whichever is shorter. What it
 * throws goes through. Stopped work may leave its own state half changed; native calls are not stopped.
 */
export declare function withinTime<T>(ms: number, work: () => T): Timed<T>;
